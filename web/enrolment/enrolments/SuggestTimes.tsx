import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { suggestTimes, type FamilyDay, type Fixed, type Option, type Timetable } from '#rules/timetable.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { openTo, type useHeld, type useNames } from './chosen.ts'
import type { Child, Draft } from './draftForm.ts'
import { changeDraft } from './draft.ts'
import { takesSpot } from './fits.ts'

type SuggestTimesProps = {
  draft: Draft
  term: Term
  sections: readonly CatalogueSection[]
  names: ReturnType<typeof useNames>
  heldOf: ReturnType<typeof useHeld>
  onClose: () => void
}

const any = 'any'
/** The choices for a child in a programme: one of its courses, or any of its classes. */
type Offer = { child: Child; programmeId: string; sections: CatalogueSection[]; courses: string[] }
const keyOf = ({ child, programmeId }: Offer): string => `${child.key} ${programmeId}`

const offersFor = ({ draft, sections, heldOf }: SuggestTimesProps): Offer[] =>
  draft.children.flatMap(child => {
    const fitting = openTo(child, { sections, held: heldOf(child) })
    return [...Map.groupBy(fitting, ({ programmeId }) => programmeId)].map(([programmeId, own]) => ({
      child,
      programmeId,
      sections: own,
      courses: [...new Set(own.map(({ course }) => course))],
    }))
  })

/** The initial wishes: what the family has already chosen. */
const firstWishes = (offers: readonly Offer[], draft: Draft): Record<string, string> =>
  Object.fromEntries(
    offers.flatMap(offer => {
      const chosen = offer.sections.find(({ id }) =>
        draft.choices.some(({ childKey, sectionId }) => childKey === offer.child.key && sectionId === id),
      )
      return chosen ? [[keyOf(offer), chosen.course]] : []
    }),
  )

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

type Visit = { childKey: string; section: CatalogueSection }

/** One day of the family: a line for each child, with its classes on a time axis. */
const Day = ({
  day,
  visits,
  childOf,
}: {
  day: FamilyDay
  visits: readonly Visit[]
  childOf: (key: string) => string
}) => {
  const t = useTranslations('suggest')
  const text = useClassText()
  const format = useFormat()
  const [from, to] = [minutesOf(day.startsAt), minutesOf(day.endsAt)]
  const share = (minutes: number) => `${((minutes / (to - from)) * 100).toFixed(2)}%`
  return (
    <section aria-label={format.weekday(day.weekday)}>
      <h3 className="mb-2 font-semibold tabular-nums">
        {t('day', {
          weekday: format.weekday(day.weekday),
          from: format.time(day.startsAt),
          to: format.time(day.endsAt),
        })}
      </h3>
      <ul className="grid gap-3">
        {day.waiting.map(({ childKey, minutes }) => {
          const own = visits
            .filter(visit => visit.childKey === childKey && visit.section.weekday === day.weekday)
            .toSorted((a, b) => a.section.startsAt.localeCompare(b.section.startsAt))
          return (
            <li key={childKey}>
              <p className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
                <span className="font-semibold">{childOf(childKey)}</span>
                <span className="text-ink-2 tabular-nums">
                  {minutes === 0 ? t('free') : t('waits', { minutes: t('minutes', { n: minutes }) })}
                </span>
              </p>
              <ol className="paper relative h-14 overflow-hidden rounded-md border border-line">
                {own.map(({ section }) => (
                  <li
                    key={section.id}
                    data-crayon={section.crayon}
                    style={{
                      insetInlineStart: share(minutesOf(section.startsAt) - from),
                      inlineSize: share(minutesOf(section.endsAt) - minutesOf(section.startsAt)),
                    }}
                    className="absolute inset-y-0 flex flex-col justify-center overflow-hidden border-s-4 border-crayon bg-crayon-soft px-2 text-xs leading-tight text-crayon-ink"
                  >
                    <span className="truncate font-semibold">{text.names(section).first}</span>
                    <span className="truncate tabular-nums">{text.hours(section)}</span>
                  </li>
                ))}
              </ol>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/**
 * Suggests classes for all children of a family that fit together with the least waiting: first the wishes, then the
 * plan.
 */
export const SuggestTimes = (props: SuggestTimesProps) => {
  const { draft, sections, names, heldOf, onClose } = props
  const t = useTranslations('suggest')
  const text = useClassText()
  const [offers] = useState(() => offersFor(props))
  const [wishes, setWishes] = useState(() => firstWishes(offers, draft))
  const [isEmpty, setEmpty] = useState(false)
  const [found, setFound] = useState<{ plan: Timetable; asked: Offer[] } | null>(null)
  const nameOf = (child: Child) => names.childOf(child.key, child.name)
  const programmeOf = ({ sections: own }: Offer) => text.programme(own[0]!)
  const fixed = draft.children.flatMap((child): Fixed[] => {
    const held = heldOf(child)
    return sections
      .filter(({ id }) => takesSpot(held.get(id)))
      .map(({ weekday, startsAt, endsAt }) => ({ childKey: child.key, weekday, startsAt, endsAt }))
  })
  const look = () => {
    const asked = offers.filter(offer => wishes[keyOf(offer)])
    setEmpty(asked.length === 0)
    const plan = suggestTimes(
      asked.map(offer => ({
        childKey: offer.child.key,
        options: offer.sections
          .filter(({ course }) => wishes[keyOf(offer)] === any || wishes[keyOf(offer)] === course)
          .map(({ id, weekday, startsAt, endsAt, placesLeft }): Option => ({
            id,
            weekday,
            startsAt,
            endsAt,
            placesLeft,
          })),
      })),
      fixed,
    )
    setFound(plan && { plan, asked })
  }
  const chosen = (found?.asked ?? []).flatMap((offer, index): Visit[] => {
    const section = sections.find(({ id }) => id === found?.plan.sectionIds[index])
    return section ? [{ childKey: offer.child.key, section }] : []
  })
  const sitting = draft.children.flatMap((child): Visit[] => {
    const held = heldOf(child)
    return sections.filter(({ id }) => takesSpot(held.get(id))).map(section => ({ childKey: child.key, section }))
  })
  const take = () => {
    const before = draft.choices
    const children = new Set(found?.asked.map(({ child }) => child.key))
    changeDraft(each => ({
      ...each,
      choices: [
        ...each.choices.filter(({ childKey }) => !children.has(childKey)),
        ...chosen.map(({ childKey, section }) => ({ childKey, sectionId: section.id })),
      ],
    }))
    toast(t('taken'), () => changeDraft(each => ({ ...each, choices: before })))
    onClose()
  }
  const replaces =
    found?.asked.some(({ child }) => draft.choices.some(({ childKey }) => childKey === child.key)) === true
  if (found)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('result')}
        description={
          chosen.length === 0
            ? undefined
            : found.plan.waitingMinutes === 0
              ? t('waitingNone')
              : t('waiting', { minutes: t('minutes', { n: found.plan.waitingMinutes }) })
        }
        actions={
          <>
            <Button onClick={() => setFound(null)}>{t('back')}</Button>
            {chosen.length > 0 && (
              <Button variant="primary" onClick={take}>
                {t('take')}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-5">
          {chosen.length === 0 && <Notice tone="warn">{t('nothingGoes')}</Notice>}
          {chosen.length > 0 &&
            found.plan.days.map(day => (
              <Day
                key={day.weekday}
                day={day}
                visits={[...sitting, ...chosen]}
                childOf={key => {
                  const child = draft.children.find(each => each.key === key)
                  return child ? nameOf(child) : ''
                }}
              />
            ))}
          {chosen.length > 0 &&
            found.asked
              .filter((_, index) => found.plan.sectionIds[index] === null)
              .map(offer => (
                <Notice key={keyOf(offer)} tone="warn">
                  {t('unmet', { programme: programmeOf(offer), name: nameOf(offer.child) })}
                </Notice>
              ))}
          {!found.plan.isBest && <p className="text-sm text-ink-2">{t('cutShort')}</p>}
          {replaces && chosen.length > 0 && <p className="text-sm text-ink-2">{t('replaces')}</p>}
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(draft.children.length > 1 ? 'open' : 'openOne')}
      description={t('lead')}
      actions={
        <Button variant="primary" icon={Clock} onClick={look}>
          {t('look')}
        </Button>
      }
    >
      <div className="grid gap-6">
        {isEmpty && (
          <Notice alert tone="danger">
            {t('chooseFirst')}
          </Notice>
        )}
        {draft.children.map(child => {
          const own = offers.filter(offer => offer.child.key === child.key)
          return (
            <fieldset key={child.key} className="grid gap-3">
              <legend className="mb-2 font-semibold">{t('what', { name: nameOf(child) })}</legend>
              {own.length === 0 && <p className="text-ink-2">{t('noneFits', { name: nameOf(child) })}</p>}
              {own.map(offer => (
                <Field key={offer.programmeId} label={programmeOf(offer)} id={`wish-${keyOf(offer).replace(' ', '-')}`}>
                  <Select
                    value={wishes[keyOf(offer)] ?? ''}
                    onChange={event => setWishes({ ...wishes, [keyOf(offer)]: event.target.value })}
                  >
                    <option value="">{t('nothing')}</option>
                    {offer.sections.length > 1 && (
                      <option value={any}>{t('any', { programme: programmeOf(offer) })}</option>
                    )}
                    {offer.courses.map(course => {
                      const of = offer.sections.find(section => section.course === course)!
                      return (
                        <option key={course} value={course}>
                          {text.names({ name: of.course, nativeName: of.courseNativeName }).first}
                        </option>
                      )
                    })}
                  </Select>
                </Field>
              ))}
            </fieldset>
          )
        })}
      </div>
    </Dialog>
  )
}
