import { Archive, ArchiveRestore, GraduationCap, MailPlus, Tags } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { ArchiveMany } from '#web/ArchiveMany.tsx'
import { useDone } from '#web/archiving.ts'
import { BulkPreview } from '#web/BulkPreview.tsx'
import { call, useReadLater, useWrite } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import type { useChosen } from '#web/listParts.tsx'
import { useMay } from '#web/may.ts'
import { useWriteToFamilies } from '#web/writeToFamilies.ts'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input as TextInput } from '#web/ui/Input.tsx'
import { useFormat } from '#web/useFormat.ts'

type DialogProps = { ids: readonly string[]; onClose: () => void; onDone: () => void }
const touches = ['parents', 'batches'] as const

/** Puts students into another school grade. */
const ChangeGrades = ({ ids, onClose, onDone }: DialogProps) => {
  const t = useTranslations('tables.bulk')
  const failureText = useFailureText()
  const done = useDone()
  const [grade, setGrade] = useState<string | null>(null)
  const grades = useReadLater('students-grades', {}).data ?? []
  const wanted = grade?.trim() ?? ''
  const preview = useReadLater(
    'students-preview',
    { ids: [...ids], act: 'grade', grade: wanted },
    { enabled: grade !== null },
  )
  const change = useWrite('students-changeGrades', touches)
  return (
    <BulkPreview
      title={t('grade.title')}
      preview={{ ...preview, data: grade === null ? undefined : preview.data }}
      chosen={ids.length}
      says={n => (wanted === '' ? t('grade.none', { n }) : t('grade.students', { n, grade: wanted }))}
      verb={n => t('grade.verb', { n })}
      onConfirm={() =>
        change.start({ ids: [...ids], grade: wanted }, ({ changed, batchId }) => {
          onDone()
          done(t('grade.done', { n: changed.length }), batchId)
        })
      }
      isPending={change.isPending}
      failure={change.error === null ? null : failureText(change.error)}
      onClose={onClose}
    >
      <Field label={t('grade.label')} hint={t('grade.hint')} id="new-grade">
        <TextInput
          value={grade ?? ''}
          onChange={event => setGrade(event.target.value)}
          list="grades"
          maxLength={200}
          autoComplete="off"
          className="mb-4 w-48"
        />
        <datalist id="grades">
          {grades.map(each => (
            <option key={each.grade} value={each.grade} />
          ))}
        </datalist>
      </Field>
    </BulkPreview>
  )
}

type StudentBulkProps = {
  chosen: ReturnType<typeof useChosen>
  /** What the list was asked for, and how many match. */
  filter: Input<'students-select'>
  total: number | undefined
  isArchive: boolean
  onLabels: () => void
}

/** What can be done with the chosen students. */
export const StudentBulk = ({ chosen, filter, total, isArchive, onLabels }: StudentBulkProps) => {
  const t = useTranslations('tables.bulk')
  const people = useTranslations('people')
  const format = useFormat()
  const may = useMay()
  const [doing, setDoing] = useState<'archive' | 'grade' | null>(null)
  const write = useWriteToFamilies()
  const close = () => setDoing(null)
  const finish = () => {
    close()
    chosen.clear()
  }
  const everybody = () => call('students-select', filter)
  const families = async () => {
    const ids = new Set(chosen.ids)
    return (await everybody()).filter(({ id }) => ids.has(id)).map(({ householdId }) => householdId)
  }
  return (
    <>
      <BulkBar
        count={chosen.ids.length}
        onClear={chosen.clear}
        {...(total !== undefined &&
          total > chosen.ids.length && {
            more: {
              label: t('selectAll', { count: format.number(total) }),
              onSelect: () => void everybody().then(found => chosen.choose(found.map(({ id }) => id))),
            },
          })}
      >
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
      {doing === 'archive' && (
        <ArchiveMany of="students" ids={chosen.ids} isArchive={isArchive} onClose={close} onDone={finish} />
      )}
      {doing === 'grade' && <ChangeGrades ids={chosen.ids} onClose={close} onDone={finish} />}
    </>
  )
}
