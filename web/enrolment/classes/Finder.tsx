import { Named } from '#web/words/Name.tsx'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { ageOn, isWished, nearest, type Wish } from '#rules/fit.ts'
import { hasPlaces, useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useSchool } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { DateParts, isDay } from '#web/ui/DateParts.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { searchWith, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Step = 'born' | 'level' | 'day' | 'fits'
const steps: readonly Step[] = ['born', 'level', 'day', 'fits']
const unknown = 'none'

type FinderProps = { term: Term; sections: readonly CatalogueSection[] }

/** The filters that follow from the answers so far. */
const wishOf = (values: Readonly<Record<string, string | undefined>>, term: Term): Wish => {
  const { born = '', level = '', day = '' } = values
  return {
    ...(isDay(born) && { age: ageOn(born, term.startsOn) }),
    ...(/^\d+$/.test(level) && { level: Number(level) }),
    ...(/^[1-7]$/.test(day) && { weekday: Number(day) }),
  }
}

/** A class that may fit, its state, and a link to it. */
const Found = ({ section, term, why }: { section: CatalogueSection; term: Term; why?: string | undefined }) => {
  const t = useTranslations('finder')
  const text = useClassText()
  const { first } = text.names(section)
  const [{ born }] = useUrlState()
  const places = text.places(section)
  const way = hasPlaces(section) ? 'register' : section.state === 'draw' ? 'draw' : 'wait'
  return (
    <li
      data-crayon={section.crayon}
      className="relative grid gap-1.5 overflow-hidden rounded-lg border border-line bg-surface p-3.5 ps-5"
    >
      <span aria-hidden className="absolute inset-y-0 start-0 w-1.5 bg-crayon" />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to="."
          search={searchWith({ find: undefined, class: section.id })}
          resetScroll={false}
          preload={false}
          className="inline-flex min-h-11 items-center font-semibold underline-offset-3 hover:underline"
        >
          <Named names={section} quiet="ms-2 text-crayon-ink" />
        </Link>
        <span className="text-sm font-semibold tabular-nums">{text.price(section)}</span>
      </p>
      <p className="text-sm text-ink-2 tabular-nums">
        {text.when(section)} · {text.ages(section)}
      </p>
      {why && <p className="text-sm font-medium text-marigold-ink">{why}</p>}
      <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
        <Badge tone={places.tone}>{places.text}</Badge>
        {section.state !== 'closed' && (
          <ButtonLink
            to="/register"
            search={{ class: section.id, term: term.id, ...(born && { born }) }}
            variant={way === 'register' ? 'primary' : 'secondary'}
            size="small"
            aria-label={t(`${way}For`, { name: first })}
          >
            {t(way)}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

const List = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-2 font-semibold">{title}</h3>
    <ul className="grid gap-2">{children}</ul>
  </section>
)

/** The classes that fit, others for that age, and, if there is no free seat, the nearest with one. */
const Answer = ({ term, sections }: FinderProps) => {
  const t = useTranslations('finder')
  const [values] = useUrlState()
  const school = useSchool()?.school
  const wish = wishOf(values, term)
  const { level: _level, ...anyLevel } = wish
  const graded = sections.filter(({ level }) => level !== null)
  const fits = (graded.length > 0 ? graded : sections).filter(section => isWished(wish, section))
  const more = sections.filter(section => section.level === null && graded.length > 0 && isWished(anyLevel, section))
  const near = fits.some(hasPlaces)
    ? []
    : nearest(
        wish,
        (graded.length > 0 ? graded : sections).filter(section => hasPlaces(section) && !fits.includes(section)),
      )
  const why = (section: CatalogueSection): string | undefined => {
    const { age } = wish
    if (age !== undefined && section.ageFrom !== null && age < section.ageFrom)
      return t('older', { n: section.ageFrom - age })
    if (age !== undefined && section.ageTo !== null && age > section.ageTo)
      return t('younger', { n: age - section.ageTo })
    return wish.level !== undefined && section.level !== wish.level ? t('otherLevel') : undefined
  }
  const atOtherLevels =
    fits.length === 0 && near.length === 0 ? graded.filter(section => isWished(anyLevel, section)) : []
  const sorted = [...more].sort((a, b) => Number(hasPlaces(b)) - Number(hasPlaces(a)))
  return (
    <div className="grid gap-6">
      {wish.age !== undefined && (
        <p role="status" className="text-ink-2">
          {t('age', { n: wish.age })}
        </p>
      )}
      {fits.length > 0 && (
        <List title={t('fits', { n: fits.length })}>
          {fits.map(section => (
            <Found key={section.id} section={section} term={term} />
          ))}
        </List>
      )}
      {fits.length === 0 && <Notice tone="warn">{t('nothing')}</Notice>}
      {fits.length > 0 && !fits.some(each => hasPlaces(each) || each.state === 'draw') && (
        <Notice tone="warn">{t('full')}</Notice>
      )}
      {near.length > 0 && (
        <List title={t('near')}>
          {near.map(section => (
            <Found key={section.id} section={section} term={term} why={why(section)} />
          ))}
        </List>
      )}
      {atOtherLevels.length > 0 && (
        <List title={t('anyLevelList')}>
          {atOtherLevels.map(section => (
            <Found key={section.id} section={section} term={term} />
          ))}
        </List>
      )}
      {sorted.length > 0 && (
        <List title={t('more')}>
          {sorted.map(section => (
            <Found key={section.id} section={section} term={term} />
          ))}
        </List>
      )}
      {fits.length === 0 && near.length === 0 && school?.email && (
        <p>
          {t('ask')}{' '}
          <a href={`mailto:${school.email}`} className={`inline-flex min-h-11 items-center ${textLink}`}>
            {school.email}
          </a>
        </p>
      )}
    </div>
  )
}

/** Leads to a class in up to three questions: birthday, level, day. The answers are kept in the address. */
export const Finder = ({ term, sections }: FinderProps) => {
  const t = useTranslations('finder')
  const text = useClassText()
  const format = useFormat()
  const [values, change] = useUrlState()
  const [born, setBorn] = useState(values['born'] ?? '')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const today = useSchool()?.today ?? ''
  const weekdays = [...new Set(sections.map(({ weekday }) => weekday))].sort((a, b) => a - b)
  const levels = [...new Set(sections.map(({ level }) => level))].filter(level => level !== null).sort((a, b) => a - b)
  const asked = steps.filter(step => (step !== 'day' || weekdays.length > 1) && (step !== 'level' || levels.length > 1))
  const step = asked.find(each => each === values['find']) ?? 'born'
  const next = asked[asked.indexOf(step) + 1] ?? 'fits'
  const close = () => change({ find: undefined })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (step === 'born') {
      const problem = !isDay(born) ? t('noDay') : born > today ? t('future') : undefined
      setWrong(problem)
      if (problem) return
      change({ find: next, born, age: undefined })
      return
    }
    change({ find: next })
  }
  const age = isDay(born) ? ageOn(born, term.startsOn) : undefined
  const levelOptions = levels.map(level => {
    const own = sections.filter(section => section.level === level)
    const isUsual = age !== undefined && own.some(section => isWished({ age }, section))
    const names = [
      ...new Set(
        own.map(({ course, courseNativeName }) => text.names({ name: course, nativeName: courseNativeName }).first),
      ),
    ]
    return { value: String(level), label: format.list(names), ...(isUsual && { hint: t('usual') }) }
  })
  // Options that are usual at the age come first.
  levelOptions.sort((a, b) => Number('hint' in b) - Number('hint' in a))
  const number = asked.indexOf(step) + 1
  const all = { find: undefined, class: undefined }
  return (
    <Dialog
      open
      onClose={close}
      title={t(`title.${step}`)}
      description={
        step === 'fits'
          ? t('term', { term: text.names(term).first })
          : t('step', { n: String(number), of: String(asked.length - 1) })
      }
      actions={
        step === 'fits' ? (
          <>
            <Button onClick={() => change({ find: 'born' })}>{t('again')}</Button>
            <ButtonLink to="." search={searchWith(all)} resetScroll={false} variant="quiet">
              {t('seeAll')}
            </ButtonLink>
          </>
        ) : (
          <Button type="submit" form="finder" variant="primary">
            {t(next === 'fits' ? 'show' : 'next')}
          </Button>
        )
      }
    >
      {step === 'fits' ? (
        <Answer term={term} sections={sections} />
      ) : (
        <form id="finder" noValidate onSubmit={send} className="grid gap-4 py-1">
          {step === 'born' && (
            <Field
              label={t('born')}
              hint={t('bornHint', { day: format.day(term.startsOn) })}
              group
              error={wrong}
              id="born"
            >
              <DateParts value={born} onChange={setBorn} order={format.dateOrder} />
            </Field>
          )}
          {step === 'level' && (
            <Field label={t('level')} group id="level">
              <RadioGroup
                options={[{ value: unknown, label: t('anyLevel'), hint: t('anyLevelHint') }, ...levelOptions]}
                value={values['level'] ?? unknown}
                onChange={level => change({ level: level === unknown ? undefined : level }, { replace: true })}
              />
            </Field>
          )}
          {step === 'day' && (
            <Field label={t('day')} group id="day">
              <RadioGroup
                options={[
                  { value: unknown, label: t('anyDay') },
                  ...weekdays.map(weekday => ({ value: String(weekday), label: format.weekday(weekday) })),
                ]}
                value={values['day'] ?? unknown}
                onChange={day => change({ day: day === unknown ? undefined : day }, { replace: true })}
              />
            </Field>
          )}
        </form>
      )}
    </Dialog>
  )
}
