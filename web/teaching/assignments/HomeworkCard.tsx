import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { AssignmentLine } from '#web/teaching/assignments/AssignmentLine.tsx'
import { Count } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'

/** The teacher's homework card: what waits for marks, and setting new homework for each class. */
export const HomeworkCard = () => {
  const t = useTranslations('assignments.work')
  const firstName = useFirstName()
  const found = useReadLater('assignments-toMark', {})
  const { assignments = [], classes = [] } = found.data ?? {}
  const total = assignments.reduce((sum, { counts }) => sum + counts.toMark, 0)
  return (
    <Card title={t('homework')} aside={<Count value={total} label={t('toMark', { n: total })} />}>
      <Failure error={found.error} again={() => void found.refetch()} />
      {found.data && assignments.length === 0 && <p className="text-ink-2">{t('nothingToMark')}</p>}
      <ul className="divide-y divide-line">
        {assignments.slice(0, 6).map(row => (
          <AssignmentLine key={row.id} row={row} withSection />
        ))}
      </ul>
      {classes.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {classes.map(each => (
            <ButtonLink
              key={each.sectionId}
              to="/studentassignment"
              search={{ section: each.sectionId, new: 'yes' }}
              wide="phone"
            >
              {t('setFor', { name: firstName({ ...each, name: each.section, nativeName: each.sectionNativeName }) })}
            </ButtonLink>
          ))}
        </div>
      )}
    </Card>
  )
}
