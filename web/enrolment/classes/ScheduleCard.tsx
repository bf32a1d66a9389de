import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

// The most classes at one time that are named; the rest are counted.
const named = 5

type ScheduleCardProps = NonNullable<Output<'classes-nextDay'>> & { today: string }

/** The lessons of the next school day, by the time at which they begin. */
export const ScheduleCard = ({ onDay, today, lessons, classes }: ScheduleCardProps) => {
  const t = useTranslations('home')
  const text = useClassText()
  const format = useFormat()
  const times = [...new Set(lessons.map(({ startsAt }) => startsAt))].sort()
  return (
    <section className="rounded-xl bg-surface p-5 text-ink shadow-3">
      <h2 className="text-lg">{onDay === today ? t('scheduleToday') : t('scheduleNext')}</h2>
      <p className="text-sm text-ink-2">{format.day(onDay, 'long')}</p>
      <ul className="margin-line mt-4 ms-18 grid gap-4">
        {times.map(time => {
          const atOnce = lessons.filter(({ startsAt }) => startsAt === time)
          return (
            <li key={time} className="relative ps-4">
              <span className="absolute -start-18 w-16 text-end text-sm font-semibold tabular-nums">
                {format.time(time)}
              </span>
              <span aria-hidden className="absolute -start-[5px] top-1.5 size-2 rounded-full bg-danger" />
              <div className="flex flex-wrap gap-1.5">
                {atOnce.slice(0, named).map(lesson => (
                  <Chip key={lesson.meetingId} crayon={lesson.crayon}>
                    {text.names(lesson).first}
                  </Chip>
                ))}
                {atOnce.length > named && (
                  <span className="self-center text-xs font-semibold text-ink-2">
                    {t('moreClasses', { n: atOnce.length - named })}
                  </span>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <Link to="/classes" className={`mt-4 inline-flex min-h-11 items-center text-sm ${textLink}`}>
        {t('seeAll', { n: classes })}
      </Link>
    </section>
  )
}
