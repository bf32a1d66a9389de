import { Archive, ArchiveRestore, GraduationCap, MailPlus, Tags } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { call } from '#web/wire/call.ts'
import type { useChosen } from '#web/lists/listParts.tsx'
import { useSelectAll } from '#web/lists/selectAll.ts'
import { useMay } from '#web/session/may.ts'
import { useWriteToFamilies } from '#web/lists/writeToFamilies.ts'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'

const ArchiveMany = withPage(() => import('#web/lists/ArchiveMany.tsx').then(module => module.ArchiveMany))
const ChangeGrades = withPage(() => import('./ChangeGrades.tsx').then(module => module.ChangeGrades))

type StudentBulkProps = {
  chosen: ReturnType<typeof useChosen>
  /** The list's filter, and the number of matches. */
  filter: Input<'students-select'>
  total: number | undefined
  isArchive: boolean
  onLabels: () => void
}

/** The bulk actions on the selected students. */
export const StudentBulk = ({ chosen, filter, total, isArchive, onLabels }: StudentBulkProps) => {
  const t = useTranslations('tables.bulk')
  const people = useTranslations('people')
  const may = useMay()
  const [doing, setDoing] = useState<'archive' | 'grade' | null>(null)
  const write = useWriteToFamilies()
  const close = () => setDoing(null)
  const finish = () => {
    close()
    chosen.clear()
  }
  const everybody = () => call('students-select', filter)
  const all = useSelectAll(chosen, total, everybody)
  const families = async () => {
    const ids = new Set(chosen.ids)
    return (await everybody()).filter(({ id }) => ids.has(id)).map(({ householdId }) => householdId)
  }
  return (
    <>
      <BulkBar count={chosen.ids.length} onClear={chosen.clear} {...all}>
        {may('students-archive') === true && (
          <BulkAction icon={isArchive ? ArchiveRestore : Archive} onClick={() => setDoing('archive')}>
            {people(isArchive ? 'restore' : 'archive')}
          </BulkAction>
        )}
        {may('students-changeGrades') === true && !isArchive && (
          <BulkAction icon={GraduationCap} onClick={() => setDoing('grade')}>
            {t('grade.button')}
          </BulkAction>
        )}
        {may('messages-createNotice') === true && !isArchive && (
          <BulkAction icon={MailPlus} onClick={() => void write(families)}>
            {t('write')}
          </BulkAction>
        )}
        <BulkAction icon={Tags} onClick={onLabels}>
          {t('labels')}
        </BulkAction>
      </BulkBar>
      <Suspense>
        {doing === 'archive' && (
          <ArchiveMany list="students" ids={chosen.ids} isArchive={isArchive} onClose={close} onDone={finish} />
        )}
        {doing === 'grade' && <ChangeGrades ids={chosen.ids} onClose={close} onDone={finish} />}
      </Suspense>
    </>
  )
}
