import { useTranslations } from 'use-intl'
import type { CalendarMeeting } from '#contract/communication/events.ts'
import { useRead } from '#web/wire/call.ts'
import { Named, useTeachersText } from '#web/words/Name.tsx'
import { plusDays } from '#web/communication/events/eventDays.ts'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

/** The number of days ahead for which lessons are shown. */
const ahead = 14

const Lesson = ({ lesson }: { lesson: CalendarMeeting }) => {
  const t = useTranslations('badges.learning')
  const format = useFormat()
  const teachersText = useTeachersText()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3">
      <span className="font-semibold whitespace-nowrap tabular-nums sm:w-36">
        {format.time(lesson.startsAt)}–{format.time(lesson.endsAt)}
      </span>
      <Chip crayon={lesson.crayon}>
        <Named names={lesson} quiet="" />
      </Chip>
      {lesson.isCancelled ? (
        <Badge tone="bad">{t('cancelled')}</Badge>
      ) : (
        <span className="text-sm text-ink-2">{[lesson.room, teachersText(lesson)].filter(Boolean).join(' · ')}</span>
      )}
    </li>
  )
}

/** A student's own lessons of the next two weeks. */
export const OwnLessons = () => {
  const t = useTranslations('badges.learning')
  const format = useFormat()
  const { day: today } = useSchoolClock()
  const lessons = useRead('events-meetings', { from: today, to: plusDays(today, ahead), mine: true })
  const days = [...Map.groupBy(lessons, ({ onDay }) => onDay)].sort(([a], [b]) => a.localeCompare(b))
  return (
    <Card title={t('lessons')}>
      {days.length === 0 && <p className="text-ink-2">{t('noLessons')}</p>}
      {days.map(([day, those]) => (
        <section key={day}>
          <h3 className="pt-2 text-sm font-semibold text-ink-2">
            <time dateTime={day}>{format.day(day, 'weekday')}</time>
          </h3>
          <ul className="divide-y divide-line">
            {those.map(lesson => (
              <Lesson key={`${lesson.sectionId}${lesson.startsAt}`} lesson={lesson} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}
