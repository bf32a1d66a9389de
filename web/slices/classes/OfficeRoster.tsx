import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { Link } from '#web/link.tsx'
import { Name, useNameText } from '#web/Name.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useFormat } from '#web/useFormat.ts'

type Entry = Output<'classes-roster'>[number]

/** Who sits in a class, with what a teacher must know of them. */
export const OfficeRoster = ({ rows, name }: { rows: readonly Entry[] | undefined; name: string }) => {
  const t = useTranslations('adminGrade')
  const words = useTranslations('officeWords')
  const format = useFormat()
  const nameText = useNameText()
  return (
    <Table
      caption={t('roster', { name })}
      rows={rows}
      rowKey={row => row.enrolmentId}
      rowLabel={nameText}
      empty={<Empty>{t('nobody')}</Empty>}
      columns={[
        {
          key: 'name',
          header: t('student'),
          cell: row => (
            <Link to="/adminstudent" search={{ id: row.studentId }} className="hover:underline">
              <Name {...row} />
            </Link>
          ),
        },
        {
          key: 'born',
          header: t('born'),
          cell: row => <span className="tabular-nums">{format.day(row.birthOn, 'numeric')}</span>,
        },
        {
          key: 'allergies',
          header: t('allergies'),
          cell: row => row.allergies && <span className="font-medium text-danger-ink">{row.allergies}</span>,
        },
        {
          key: 'photo',
          header: t('photos'),
          cell: row =>
            row.photoConsent === 'none' ? (
              <Badge tone="bad">{words('photo.none')}</Badge>
            ) : words.has(`photo.${row.photoConsent as 'school'}`) ? (
              words(`photo.${row.photoConsent as 'school'}`)
            ) : (
              ''
            ),
        },
        {
          key: 'guardians',
          header: t('guardians'),
          cell: row => (
            <span className="grid gap-0.5">
              {row.guardians.map(guardian => (
                <span key={`${guardian.name} ${guardian.email}`}>
                  {guardian.name}{' '}
                  {guardian.phone && (
                    <span className="whitespace-nowrap text-ink-2 tabular-nums">{guardian.phone}</span>
                  )}
                </span>
              ))}
            </span>
          ),
        },
      ]}
    />
  )
}
