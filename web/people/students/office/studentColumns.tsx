import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { Balance } from '#web/records/Balance.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { PersonCell } from '#web/lists/PersonCell.tsx'
import { Chip, Status, type Tone } from '#web/ui/Marks.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'

type Row = Output<'students-list'>['rows'][number]

const tones: Record<Row['status'], Tone> = { active: 'good', waiting: 'warn', new: 'info', left: 'neutral' }

/** The columns of the office's student list; an area without payments doesn't show balances. */
export const useStudentColumns = (): Column<Row>[] => {
  const t = useTranslations('adminStudent')
  const people = useTranslations('people')
  const officeText = useTranslations('officeWords')
  const nameText = useNameText()
  const firstName = useFirstName()
  const may = useMay()
  const format = useFormat()
  const columns: Column<Row>[] = [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      cell: row => <PersonCell {...row} />,
    },
    {
      key: 'classes',
      header: t('classes'),
      cell: row => (
        <span className="flex flex-wrap gap-1 max-sm:justify-end">
          {row.sections.map(section => (
            <Chip key={section.id} crayon={section.crayon}>
              <Tongues text={nameText(section)} />
            </Chip>
          ))}
        </span>
      ),
    },
    {
      key: 'guardian',
      header: t('guardian'),
      sort: 'guardian',
      cell: row => firstName({ name: row.guardian, nativeName: row.guardianNativeName }),
    },
    {
      key: 'born',
      hideOnTablet: true,
      header: t('born'),
      sort: 'born',
      cell: row => <span className="tabular-nums">{row.birthOn && format.day(row.birthOn)}</span>,
      hideOnPhone: true,
    },
    { key: 'grade', hideOnTablet: true, header: people('gradeFilter'), sort: 'grade', cell: row => row.grade },
    {
      key: 'status',
      header: t('status'),
      cell: row => <Status tone={tones[row.status]}>{officeText(`student.${row.status}`)}</Status>,
    },
    {
      key: 'attendance',
      hideOnTablet: true,
      header: t('attendance'),
      sort: 'attendance',
      align: 'end',
      cell: row => (row.attendancePercent === null ? '–' : format.percent(row.attendancePercent / 100)),
    },
    {
      key: 'balance',
      header: t('balance'),
      sort: 'balance',
      align: 'end',
      cell: row => <Balance cents={row.balanceCents} />,
    },
  ]
  return columns.filter(({ key }) => key !== 'balance' || may('payments-households') !== false)
}
