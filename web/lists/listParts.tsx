import { Archive, ArchiveRestore, FileUp } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { useArchiving } from '#web/lists/archiving.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { Notice } from '#web/ui/States.tsx'
import type { Sort } from '#web/ui/tableProps.ts'
import { useUrlState } from '#web/routing/urlState.ts'

/** The rows selected in a list, including those not loaded. A change of the question clears the selection. */
export const useChosen = (question: object) => {
  const of = JSON.stringify(question)
  const [chosen, setChosen] = useState<{ of: string; ids: ReadonlySet<string> }>({ of, ids: new Set() })
  const ids = chosen.of === of ? chosen.ids : new Set<string>()
  const onChange = (next: ReadonlySet<string>) => setChosen({ of, ids: next })
  return {
    ids: [...ids],
    selection: { selected: ids, onChange },
    choose: (next: readonly string[]) => onChange(new Set(next)),
    clear: () => onChange(new Set()),
  }
}

type ArchiveBarProps = {
  archiving: ReturnType<typeof useArchiving>
  chosen: ReturnType<typeof useChosen>
  isArchive: boolean
  /** Other actions for the selected rows. */
  children?: ReactNode
}

/** The bulk bar for selected rows: archives them, or restores them from the archive. */
export const ArchiveBar = ({ archiving, chosen, isArchive, children }: ArchiveBarProps) => {
  const t = useTranslations('people')
  const act = () => {
    if (isArchive) archiving.restore(chosen.ids)
    else archiving.archive(chosen.ids)
    chosen.clear()
  }
  return (
    <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
      <BulkAction icon={isArchive ? ArchiveRestore : Archive} pending={archiving.isPending} onClick={act}>
        {t(isArchive ? 'restore' : 'archive')}
      </BulkAction>
      {children}
    </BulkBar>
  )
}

/** The records that could not be archived, and what to do first. */
export const ArchiveProblems = ({ archiving }: { archiving: ReturnType<typeof useArchiving> }) => {
  const t = useTranslations('people')
  if (archiving.problems.length === 0) return null
  return (
    <Notice alert tone="warn" title={t('stays')} className="mb-4">
      <ul className="grid gap-1">
        {archiving.problems.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** A link to the import of a spreadsheet. */
export const ImportLink = () => {
  const t = useTranslations('people')
  return (
    <ButtonLink to="/adminstudent" search={{ tab: 'import' }} icon={FileUp}>
      {t('importSheet')}
    </ButtonLink>
  )
}

/** The order of a list, kept in the address: `sort=name`, or `sort=-name` for descending; by default the first key. */
export const useUrlSort = <Key extends string>(keys: readonly [Key, ...Key[]]) => {
  const [url, change] = useUrlState()
  const text = url['sort'] ?? ''
  const down = text.startsWith('-')
  const by = keys.find(key => key === text.replace(/^-/, '')) ?? keys[0]
  return {
    sort: { by, down } satisfies Sort,
    asked: text === '' ? {} : { sort: by, down },
    onSort: (next: Sort): void => change({ sort: next.down ? `-${next.by}` : next.by === keys[0] ? '' : next.by }),
  }
}
