import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { Link } from '#web/routing/link.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { searchWith, useUrlSearch, useUrlState } from '#web/routing/urlState.ts'

/** The parameters of the address that filter classes. */
export const filterKeys = ['search', 'age', 'born', 'level', 'day', 'programme'] as const

/** Returns the ages that the classes name, youngest first, up to 18. */
const agesOf = (sections: readonly CatalogueSection[]): number[] => {
  const named = sections.flatMap(({ ageFrom, ageTo }) => [ageFrom, ageTo].filter(age => age !== null))
  if (named.length === 0) return []
  const [youngest, oldest] = [Math.min(...named), Math.min(Math.max(...named), 18)]
  return Array.from({ length: Math.max(0, oldest - youngest) + 1 }, (_, index) => youngest + index)
}

/** Returns what a visitor has chosen on the server-rendered page, by control name, before React hydrated it. */
const earlyChoices = (selector: string): Record<string, string> => {
  if (typeof document === 'undefined') return {}
  const controls = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`form[role=search] ${selector}`)
  return Object.fromEntries(
    [...controls].flatMap(control => {
      const made =
        control instanceof HTMLSelectElement
          ? ([...control.options].find(option => option.defaultSelected) ?? control.options[0])?.value
          : control.defaultValue
      return control.value === made ? [] : [[control.name, control.value]]
    }),
  )
}
const earlyWords = () => earlyChoices('[name=search]')['search']
const earlyFilters = () => earlyChoices('[name]:not([name=search])')
const none: Record<string, string> = {}

const chipClass = (on: boolean) =>
  classes(
    'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold transition-colors',
    on ? 'border-primary bg-primary text-on-primary' : 'border-line-strong bg-surface text-ink hover:bg-sunken',
  )

/**
 * A family's filters: words, the child's age or date of birth, level, day and programme, all kept in the address. It is
 * also a plain form, so it works before scripts load and without them.
 */
export const ClassFilters = ({ sections, asksAge }: { sections: readonly CatalogueSection[]; asksAge: boolean }) => {
  const t = useTranslations('home')
  const text = useClassText()
  const format = useFormat()
  const [address, change] = useUrlState()
  const search = useUrlSearch('search', earlyWords)
  // Shown until the address has the same values: otherwise React would reset the control to the address's value, and an
  // event that waits for React would report that in place of the visitor's choice.
  const [early, setEarly] = useState<Record<string, string>>(earlyFilters)
  const values = { ...address, ...early }
  useEffect(() => {
    if (Object.keys(early).length > 0) change(early, { replace: true })
  }, [early, change])
  if (early !== none && Object.entries(early).every(([name, value]) => (address[name] ?? '') === value)) setEarly(none)
  const ages = agesOf(sections)
  const weekdays = [...new Set(sections.map(({ weekday }) => weekday))].sort((a, b) => a - b)
  const programmes = [...new Map(sections.map(section => [section.programmeId, text.programme(section)]))]
  const levels = [...new Set(sections.map(({ level }) => level))].filter(level => level !== null).sort((a, b) => a - b)
  const levelName = (level: number) =>
    format.list([
      ...new Set(
        sections
          .filter(section => section.level === level)
          .map(({ course, courseNativeName }) => text.names({ name: course, nativeName: courseNativeName }).first),
      ),
    ])
  const set = (patch: Record<string, string | undefined>) => {
    setEarly(none)
    change(patch, { replace: true })
  }
  return (
    <form
      role="search"
      action="/classes"
      className="mb-6 grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        change({ search: search.text.trim() }, { replace: true })
      }}
    >
      {values['term'] && <input type="hidden" name="term" value={values['term']} />}
      {values['programme'] && <input type="hidden" name="programme" value={values['programme']} />}
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-4 sm:flex sm:flex-wrap">
        <div className="col-span-2 sm:w-full xl:w-80">
          <SearchBox search={search} name="search" label={t('filterSearch')} className="w-full" />
        </div>
        {asksAge && ages.length > 0 && (
          <>
            <Field label={t('filterAge')} className="sm:w-40">
              <Select
                name="age"
                value={values['age'] ?? ''}
                onChange={event => set({ age: event.target.value, born: undefined })}
              >
                <option value="">{t('anyAge')}</option>
                {ages.map(age => (
                  <option key={age} value={age}>
                    {t('yearsOld', { n: age })}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t('filterBorn')} className="sm:w-44">
              <Input
                type="date"
                name="born"
                value={values['born'] ?? ''}
                onChange={event => set({ born: event.target.value, age: undefined })}
              />
            </Field>
          </>
        )}
        {levels.length > 1 && (
          <Field label={t('filterLevel')} className="sm:w-44">
            <Select name="level" value={values['level'] ?? ''} onChange={event => set({ level: event.target.value })}>
              <option value="">{t('anyLevel')}</option>
              {levels.map(level => (
                <option key={level} value={level}>
                  {levelName(level)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {weekdays.length > 1 && (
          <Field label={t('filterWeekday')} className="sm:w-44">
            <Select name="day" value={values['day'] ?? ''} onChange={event => set({ day: event.target.value })}>
              <option value="">{t('anyWeekday')}</option>
              {weekdays.map(weekday => (
                <option key={weekday} value={weekday}>
                  {format.weekday(weekday)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <noscript>
          <Button type="submit" variant="primary">
            {t('filterApply')}
          </Button>
        </noscript>
      </div>
      {programmes.length > 1 && (
        <nav aria-label={t('filterProgramme')} className="flex flex-wrap gap-2">
          {[['', t('allProgrammes')] as const, ...programmes].map(([id, name]) => {
            const isOn = (values['programme'] ?? '') === id
            return (
              <Link
                key={id}
                to="."
                search={searchWith({ programme: id })}
                replace
                resetScroll={false}
                preload={false}
                aria-current={isOn ? 'true' : undefined}
                className={chipClass(isOn)}
              >
                {name}
              </Link>
            )
          })}
        </nav>
      )}
    </form>
  )
}
