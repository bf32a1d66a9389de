import { useTranslations } from 'use-intl'
import type { Section } from '#contract/enrolment/classes.ts'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Lesson = Output<'classes-lessons'>[number]
const isOff = ({ status }: Lesson): boolean => status === 'cancelled'

const stateOf = (lesson: Lesson): 'off' | 'taken' | 'missing' | 'empty' =>
  isOff(lesson) ? 'off' : lesson.isTaken ? 'taken' : lesson.isMissing ? 'missing' : 'empty'
const tones = { off: 'neutral', taken: 'good', missing: 'warn', empty: 'neutral' } as const

type LessonsProps = {
  section: Section
  /** Opens the roll of a lesson; null if the person may not. */
  onRoll: ((lesson: Lesson) => void) | null
}

/** The lessons so far, latest first, with the results of their rolls. */
export const OfficeClassLessons = ({ section, onRoll }: LessonsProps) => {
  const t = useTranslations('classPage.lessons')
  const format = useFormat()
  const nameText = useNameText()
  const read = useReadLater('classes-lessons', { sectionId: section.id })
  const lessons = read.data?.filter(lesson => lesson.isOver || lesson.isTaken).reverse()
  const count = (lesson: Lesson, n: number) => (lesson.isTaken ? format.number(n) : '–')
  return (
    <>
      <Failure error={read.error} again={() => void read.refetch()} />
      <Table
        caption={t('caption', { name: nameText(section) })}
        rows={lessons}
        rowKey={lesson => lesson.meetingId}
        rowLabel={lesson => format.day(lesson.onDay, 'weekday')}
        empty={<Empty>{t('none')}</Empty>}
        columns={[
          { key: 'day', header: t('day'), cell: lesson => format.day(lesson.onDay, 'weekday') },
          { key: 'came', header: t('came'), align: 'end', cell: lesson => count(lesson, lesson.present) },
          { key: 'late', header: t('late'), align: 'end', cell: lesson => count(lesson, lesson.late) },
          { key: 'absent', header: t('absent'), align: 'end', cell: lesson => count(lesson, lesson.absent) },
          {
            key: 'roll',
            header: t('roll'),
            cell: lesson => (
              <span className="flex flex-wrap items-center gap-3 max-sm:justify-end">
                <Badge tone={tones[stateOf(lesson)]}>{t(stateOf(lesson))}</Badge>
                {onRoll && !isOff(lesson) && stateOf(lesson) !== 'empty' && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('showOf', { day: format.day(lesson.onDay, 'weekday') })}
                    onClick={() => onRoll(lesson)}
                  >
                    {t('show')}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
    </>
  )
}

/** Every lesson of the term, and the no-school days on which there would have been one. */
export const OfficeClassDates = ({ section }: { section: Section }) => {
  const t = useTranslations('classPage.dates')
  const may = useMay()
  const format = useFormat()
  const nameText = useNameText()
  const firstName = useFirstName()
  const read = useReadLater('classes-lessons', { sectionId: section.id })
  const closures = useReadLater('terms-get', { id: section.termId }).data?.closures.filter(
    ({ onDay }) => (new Date(`${onDay}T00:00:00Z`).getUTCDay() || 7) === section.weekday,
  )
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <div className="min-w-0">
        <Failure error={read.error} again={() => void read.refetch()} />
        <Table
          caption={t('caption', { name: nameText(section) })}
          rows={read.data}
          rowKey={lesson => lesson.meetingId}
          rowLabel={lesson => format.day(lesson.onDay, 'weekday')}
          empty={<Empty>{t('none')}</Empty>}
          columns={[
            {
              key: 'day',
              header: t('day'),
              cell: lesson => {
                const day = format.day(lesson.onDay, lesson.isMakeUp ? 'long' : 'weekday')
                // Lessons are canceled, and substitutes assigned, on the page of the day.
                return lesson.isOver || may('events-calendar') !== true ? (
                  day
                ) : (
                  <Link to="/adminevent" search={{ day: lesson.onDay }} className={textLink}>
                    {day}
                  </Link>
                )
              },
            },
            {
              key: 'status',
              header: t('status'),
              cell: lesson => (
                <span className="flex flex-wrap gap-1 max-sm:justify-end">
                  <Badge tone={isOff(lesson) ? 'warn' : lesson.isOver ? 'good' : 'neutral'}>
                    {t(isOff(lesson) ? 'off' : lesson.isOver ? 'held' : 'planned')}
                  </Badge>
                  {lesson.isMakeUp && <Badge tone="info">{t('makeUp')}</Badge>}
                </span>
              ),
            },
          ]}
        />
      </div>
      <section>
        <h2 className="mb-2 text-lg">{t('closed')}</h2>
        {closures?.length === 0 && <p className="text-sm text-ink-2">{t('noneClosed')}</p>}
        <ul className="grid text-sm">
          {closures?.map(({ id, onDay, reason, nativeReason }) => (
            <li key={id} className="flex justify-between gap-3 border-b border-line py-2 last:border-0">
              <span className="tabular-nums">{format.day(onDay, 'weekday')}</span>
              <span className="text-ink-2">{firstName({ name: reason, nativeName: nativeReason })}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
