import { Archive, ArchiveRestore, FileDown, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { useArchiving } from '#web/archiving.ts'
import { ButtonLink } from '#web/link.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import type { Sort } from '#web/ui/Table.tsx'
import { useUrlState } from '#web/urlState.ts'

/** The rows chosen in a list; what is not shown any more is not chosen. */
export const useChosen = (shown: readonly { id: string }[] | undefined) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = (shown ?? []).map(({ id }) => id).filter(id => chosen.has(id))
  return { ids, selection: { selected: chosen, onChange: setChosen }, clear: () => setChosen(new Set()) }
}

type ArchiveBarProps = {
  of: ReturnType<typeof useArchiving>
  chosen: ReturnType<typeof useChosen>
  isArchive: boolean
}

/** What can be done with the chosen rows: away into the archive, or back out of it. */
export const ArchiveBar = ({ of, chosen, isArchive }: ArchiveBarProps) => {
  const t = useTranslations('people')
  const act = () => {
    if (isArchive) of.restore(chosen.ids)
    else of.archive(chosen.ids)
    chosen.clear()
  }
  return (
    <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
      <BulkAction icon={isArchive ? ArchiveRestore : Archive} pending={of.isPending} onClick={act}>
        {t(isArchive ? 'restore' : 'archive')}
      </BulkAction>
    </BulkBar>
  )
}

/** Who could not be archived, and what to do first. */
export const ArchiveProblems = ({ of }: { of: ReturnType<typeof useArchiving> }) => {
  const t = useTranslations('people')
  if (of.problems.length === 0) return null
  return (
    <Notice alert tone="warn" title={t('stays')} className="mb-4">
      <ul className="grid gap-1">
        {of.problems.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Takes the list away as it is filtered and sorted now, to open in a spreadsheet. */
export const ExportLink = ({
  file,
  query,
}: {
  file: 'students' | 'teachers' | 'families'
  query: Record<string, string | boolean | undefined>
}) => {
  const t = useTranslations('people')
  const language = useLocale()
  const asked = new URLSearchParams({ lang: language })
  for (const [key, value] of Object.entries(query)) if (value !== undefined) asked.set(key, String(value))
  return (
    <a href={`/files/${file}.csv?${asked}`} download={`${file}.csv`} className={buttonClass()}>
      <FileDown size={18} aria-hidden />
      {t('export')}
    </a>
  )
}

/** The way to where a spreadsheet is brought in. */
export const ImportLink = () => {
  const t = useTranslations('people')
  return (
    <ButtonLink to="/adminconfig" search={{ subMenu: 'import' }} icon={FileUp}>
      {t('importSheet')}
    </ButtonLink>
  )
}

/** The order of a list, kept in the address: `sort=name`, or `sort=-name` downwards; the first key without. */
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
