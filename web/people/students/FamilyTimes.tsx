import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useFormat } from '#web/words/useFormat.ts'

export type Times = Output<'enrolments-familyTimes'>

/** The time conflicts of one class of a student, with other classes of the child and of its siblings. */
export const VisitConflicts = ({ times, child }: { times: Times; child: { studentId: string; sectionId: string } }) => {
  const t = useTranslations('planning.family')
  const first = useFirstName()
  const visit = times.visits.find(each => each.studentId === child.studentId && each.sectionId === child.sectionId)
  if (!visit || visit.conflicts.length === 0) return null
  return (
    <ul className="grid gap-0.5 text-sm text-marigold-ink">
      {visit.conflicts.map(each => (
        <li key={`${each.kind} ${each.student} ${each.section}`}>
          {t(each.kind, {
            child: first({ name: each.student, nativeName: each.studentNativeName }),
            class: first({ name: each.section, nativeName: each.sectionNativeName }),
            n: each.minutes,
          })}
        </li>
      ))}
    </ul>
  )
}

/** The classes of a student's siblings, by day and time. */
export const SiblingClasses = ({ times, studentId }: { times: Times; studentId: string }) => {
  const t = useTranslations('planning.family')
  const format = useFormat()
  const first = useFirstName()
  const siblings = times.visits.filter(each => each.studentId !== studentId)
  if (siblings.length === 0) return null
  return (
    <div className="grid gap-1 text-sm">
      <h4 className="font-semibold">{t('siblings')}</h4>
      <ul className="grid gap-0.5 text-ink-2">
        {siblings.map(each => (
          <li key={`${each.studentId} ${each.sectionId}`}>
            {t('sibling', {
              child: first({ name: each.student, nativeName: each.studentNativeName }),
              class: first({ name: each.section, nativeName: each.sectionNativeName, otherTerm: each.otherTerm }),
              when: `${format.weekday(each.weekday, 'short')} ${format.time(each.startsAt)} – ${format.time(each.endsAt)}`,
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}

type Section = { id: string; courseId: string; termId: string; name: string; nativeName: string }
type WaitingProps = {
  times: Times
  sections: readonly Section[]
  chosen: Section
  onChoose: (sectionId: string) => void
}
/** The time that the family would wait with a class, and a better class of the course if there is one. */
export const Waiting = ({ times, sections, chosen, onChoose }: WaitingProps) => {
  const t = useTranslations('planning.family')
  const first = useFirstName()
  const choiceOf = (id: string) => times.choices.find(({ sectionId }) => sectionId === id)
  const choice = choiceOf(chosen.id)
  if (!choice) return null
  const better = sections.find(
    each =>
      each.id !== chosen.id &&
      each.termId === chosen.termId &&
      each.courseId === chosen.courseId &&
      choiceOf(each.id)?.isLeast === true,
  )
  const betterMinutes = better ? choiceOf(better.id)?.minutes : null
  const isBetter = typeof betterMinutes === 'number' && (choice.minutes === null || betterMinutes < choice.minutes)
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p className={choice.minutes === null ? 'text-marigold-ink' : 'text-ink-2'}>
        {choice.minutes === null ? t('impossible') : t('waits', { n: choice.minutes })}
        {choice.isLeast && ` ${t('isLeast')}`}
      </p>
      {better && isBetter && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {t('better', { class: first(better), n: betterMinutes })}
          <Button size="small" onClick={() => onChoose(better.id)}>
            {t('choose', { class: first(better) })}
          </Button>
        </p>
      )}
    </div>
  )
}
