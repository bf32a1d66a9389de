import { useTranslations } from 'use-intl'
import { MeetingList } from '#web/people/teachers/Meetings.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useRead } from '#web/wire/call.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** A teacher's lessons of today that still need the roll, or the next ones. */
export const TodayCard = () => {
  const t = useTranslations('teaching')
  const format = useFormat()
  const { meetings, next, missing } = useRead('teachers-today', {})
  const open = meetings.filter(({ isRollTaken }) => !isRollTaken)
  const nearest = open.length > 0 ? open : meetings.length > 0 ? meetings : next
  const title =
    meetings.length > 0 ? t('today') : t('next', { day: next[0] ? format.day(next[0].onDay, 'weekday') : '' })
  return (
    <Card
      title={nearest.length > 0 ? title : t('title')}
      aside={
        <Link
          to="/teacherdashboard/"
          search={{}}
          className={`-my-2 inline-flex min-h-11 items-center text-sm ${textLink}`}
        >
          {missing.length > 0 ? t('missingCount', { n: missing.length }) : t('all')}
        </Link>
      }
    >
      {nearest.length > 0 ? <MeetingList meetings={nearest} isMain /> : <p className="text-ink-2">{t('free')}</p>}
    </Card>
  )
}
