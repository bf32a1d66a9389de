import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/classes.ts'
import type { Term } from '#contract/terms.ts'
import { useClassText } from '#web/classText.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useFormat } from '#web/useFormat.ts'
import { ClassCard } from './ClassCard.tsx'
import { ClassDetails } from './ClassDetails.tsx'

type Filter = { age: string; weekday: string; programme: string }
const everything: Filter = { age: '', weekday: '', programme: '' }

const fits = ({ age, weekday, programme }: Filter, section: CatalogueSection): boolean =>
  (age === '' ||
    ((section.ageFrom === null || Number(age) >= section.ageFrom) &&
      (section.ageTo === null || Number(age) <= section.ageTo))) &&
  (weekday === '' || section.weekday === Number(weekday)) &&
  (programme === '' || section.programmeId === programme)

/** The ages that at least one class names, the youngest first. */
const agesOf = (sections: readonly CatalogueSection[]): number[] => {
  const named = sections.flatMap(({ ageFrom, ageTo }) => [ageFrom, ageTo].filter(age => age !== null))
  if (named.length === 0) return []
  const [youngest, oldest] = [Math.min(...named), Math.min(Math.max(...named), 18)]
  return Array.from({ length: Math.max(0, oldest - youngest) + 1 }, (_, index) => youngest + index)
}

const chipClass = (on: boolean) =>
  classes(
    'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold transition-colors',
    on ? 'border-primary bg-primary text-on-primary' : 'border-line-strong bg-surface text-ink hover:bg-sunken',
  )

/** All classes of a term with filters by age, weekday and programme; a card opens the class. */
export const ClassList = ({ term, sections }: { term: Term; sections: readonly CatalogueSection[] }) => {
  const t = useTranslations('home')
  const text = useClassText()
  const format = useFormat()
  const [filter, setFilter] = useState(everything)
  const [opened, setOpened] = useState<CatalogueSection | null>(null)
  const programmes = [...new Map(sections.map(section => [section.programmeId, text.programme(section)]))]
  const weekdays = [...new Set(sections.map(({ weekday }) => weekday))].sort((a, b) => a - b)
  const ages = agesOf(sections)
  const shown = sections.filter(section => fits(filter, section))
  const change = (part: Partial<Filter>) => setFilter({ ...filter, ...part })
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-4">
        {ages.length > 0 && (
          <Field label={t('filterAge')} className="w-40">
            <Select value={filter.age} onChange={event => change({ age: event.target.value })}>
              <option value="">{t('anyAge')}</option>
              {ages.map(age => (
                <option key={age} value={age}>
                  {t('yearsOld', { n: age })}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {weekdays.length > 1 && (
          <Field label={t('filterWeekday')} className="w-44">
            <Select value={filter.weekday} onChange={event => change({ weekday: event.target.value })}>
              <option value="">{t('anyWeekday')}</option>
              {weekdays.map(weekday => (
                <option key={weekday} value={weekday}>
                  {format.weekday(weekday)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {programmes.length > 1 && (
          <div role="group" aria-label={t('filterProgramme')} className="flex flex-wrap gap-2">
            {[['', t('allProgrammes')] as const, ...programmes].map(([id, name]) => (
              <button
                key={id}
                type="button"
                aria-pressed={filter.programme === id}
                onClick={() => change({ programme: id })}
                className={chipClass(filter.programme === id)}
              >
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
      <p role="status" className={shown.length === sections.length ? 'sr-only' : 'mb-4 text-sm text-ink-2'}>
        {t('shown', { n: shown.length, of: String(sections.length) })}
      </p>
      {shown.length === 0 && (
        <Empty action={<Button onClick={() => setFilter(everything)}>{t('clearFilters')}</Button>}>
          {t('nothingFits')}
        </Empty>
      )}
      <div className="grid gap-8">
        {programmes.map(([id, name]) => {
          const own = shown.filter(section => section.programmeId === id)
          return own.length === 0 ? null : (
            <section key={id} aria-label={name}>
              <h3 className="mb-3 flex items-baseline gap-2 font-semibold">
                {name}
                <span className="text-sm font-normal text-ink-2 tabular-nums">
                  {t('classCount', { n: own.length })}
                </span>
              </h3>
              <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
                {own.map(section => (
                  <ClassCard key={section.id} section={section} onOpen={() => setOpened(section)} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      <ClassDetails section={opened} term={term} onClose={() => setOpened(null)} />
    </>
  )
}
