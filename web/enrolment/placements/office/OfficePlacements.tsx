import { useTranslations } from 'use-intl'
import { usePages } from '#web/wire/call.ts'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { Named, useFirstName, useNameText } from '#web/words/Name.tsx'
import { WaitingLevels } from '#web/enrolment/placements/WaitingLevels.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The levels that wait for a decision, and those that were decided. */
export const OfficePlacements = () => {
  const t = useTranslations('placing')
  const format = useFormat()
  const nameText = useNameText()
  const firstName = useFirstName()
  const pages = usePages('placements-list', {})
  return (
    <div className="grid gap-6">
      <WaitingLevels />
      <section className="grid gap-3">
        <h2 className="text-lg">{t('decided')}</h2>
        <PagedTable
          pages={pages}
          caption={t('decided')}
          rowKey={row => row.id}
          rowLabel={row => nameText({ name: row.student, nativeName: row.nativeName })}
          empty={<Empty>{t('decidedNone')}</Empty>}
          phone="cards"
          columns={[
            {
              key: 'student',
              header: t('columns.student'),
              cell: row => (
                <Link to="/adminstudent" search={{ id: row.studentId }} className={textLink}>
                  <Named names={{ name: row.student, nativeName: row.nativeName }} />
                </Link>
              ),
            },
            {
              key: 'course',
              header: t('columns.course'),
              cell: row => <Named names={{ name: row.course, nativeName: row.courseNativeName }} />,
            },
            {
              key: 'programme',
              header: t('columns.programme'),
              cell: row => <Named names={{ name: row.programme, nativeName: row.programmeNativeName }} />,
            },
            { key: 'note', header: t('columns.note'), cell: row => row.note },
            {
              key: 'by',
              header: t('columns.by'),
              cell: row =>
                t('by', {
                  name: firstName({ name: row.by, nativeName: row.byNativeName }),
                  day: format.instant(row.at, 'day'),
                }),
            },
          ]}
        />
      </section>
    </div>
  )
}
