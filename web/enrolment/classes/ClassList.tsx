import { Compass } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { isWished, nearest, type Wish } from '#rules/fit.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { hasPlaces, useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { isDay } from '#web/ui/DateParts.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useInBrowser } from '#web/ui/useInBrowser.ts'
import { searchWith, useUrlState } from '#web/routing/urlState.ts'
import { ClassCard } from './ClassCard.tsx'
import { ClassFilters, filterKeys } from './ClassFilters.tsx'

/**
 * Parses a family's filters from the address. A birthday stays as it is, since each class has its own day on which the
 * age counts.
 */
const wishOf = (values: Readonly<Record<string, string | undefined>>): Wish => {
  const number = (text: string | undefined) => (text && /^\d{1,3}$/.test(text) ? Number(text) : undefined)
  const { born = '', programme, search } = values
  const age = isDay(born) ? undefined : number(values['age'])
  const level = number(values['level'])
  const weekday = number(values['day'])
  return {
    ...(isDay(born) && { born }),
    ...(age !== undefined && { age }),
    ...(level !== undefined && { level }),
    ...(weekday !== undefined && { weekday }),
    ...(programme && { programmeId: programme }),
    ...(search && { words: search }),
  }
}

const Finder = withPage(() => import('./Finder.tsx').then(module => module.Finder))
const ClassDetails = withPage(() => import('./ClassDetails.tsx').then(module => module.ClassDetails), 'served')

/** Loads the code of a class's page, so that it opens at once. */
const loadDetails = () => void ClassDetails.ready().catch(() => undefined)

/** A link to the finder, which leads to a class by a few questions; without scripts, the filters below do the same. */
const FinderLink = () => {
  const t = useTranslations('home')
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <ButtonLink
        to="."
        search={searchWith({ find: 'born' })}
        resetScroll={false}
        preload={false}
        variant="accent"
        icon={Compass}
      >
        {t('findTitle')}
      </ButtonLink>
      <span className="text-ink-2">{t('findLead')}</span>
    </p>
  )
}

/** Returns a note about a class, for a page that knows its reader. */
type NoteOf = (section: CatalogueSection) => ReactNode

const Cards = ({ sections, noteOf }: { sections: readonly CatalogueSection[]; noteOf: NoteOf | undefined }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It only loads what its links open.
  <ul onPointerEnter={loadDetails} onFocus={loadDetails} className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
    {sections.map(section => (
      <ClassCard key={section.id} section={section} note={noteOf?.(section)} />
    ))}
  </ul>
)

/** The number of classes of a programme that the front page shows until more are requested. */
const brief = 3

type ClassListProps = {
  term: Term
  sections: readonly CatalogueSection[]
  /** Shows a few classes of each programme, those with free seats first, until a filter is set. */
  isBrief?: boolean
  /** Set if the children are known, so that no one is asked for their age. */
  noteOf?: NoteOf
}

/** The classes of a term that match the filters; if none match or all are full, the nearest ones with free seats. */
export const ClassList = ({ term, sections, isBrief = false, noteOf }: ClassListProps) => {
  const t = useTranslations('home')
  const text = useClassText()
  const [values, change] = useUrlState()
  // The server renders pages without the finder and the request for a visit, whose code loads on demand.
  const isInBrowser = useInBrowser()
  const isFinding = isInBrowser && values['find'] !== undefined
  const opened = isInBrowser && values['visit'] ? undefined : sections.find(({ id }) => id === values['class'])
  const wish = wishOf(values)
  const shown = sections.filter(section => isWished(wish, section))
  const programmes = [...new Map(shown.map(section => [section.programmeId, text.programme(section)]))]
  const near = shown.some(hasPlaces)
    ? []
    : nearest(
        wish,
        sections.filter(section => hasPlaces(section) && !shown.includes(section)),
      )
  const isFiltered = filterKeys.some(key => values[key])
  const all = Object.fromEntries(filterKeys.map(key => [key, undefined]))
  return (
    <>
      {!noteOf && <FinderLink />}
      <ClassFilters sections={sections} asksAge={!noteOf} />
      <div className={isFiltered ? 'mb-4 flex flex-wrap items-center gap-x-4 text-sm text-ink-2' : 'sr-only'}>
        <p role="status">{t('shown', { n: shown.length, of: String(sections.length) })}</p>
        {isFiltered && shown.length > 0 && (
          <Link
            to="."
            search={searchWith(all)}
            resetScroll={false}
            preload={false}
            className={`inline-flex min-h-11 items-center ${textLink}`}
          >
            {t('clearFilters')}
          </Link>
        )}
      </div>
      {shown.length === 0 && (
        <Empty
          action={
            <ButtonLink to="." search={searchWith(all)} resetScroll={false}>
              {t('clearFilters')}
            </ButtonLink>
          }
        >
          {t('nothingFits')}
        </Empty>
      )}
      <div className="grid gap-8">
        {programmes.map(([id, name]) => {
          const own = shown.filter(section => section.programmeId === id)
          const first =
            isBrief && !isFiltered
              ? own.toSorted((a, b) => Number(hasPlaces(b)) - Number(hasPlaces(a))).slice(0, brief)
              : own
          return (
            <section key={id} aria-label={name}>
              <h3 className="mb-3 flex items-baseline gap-2 font-semibold">
                {name}
                <span className="text-sm font-normal text-ink-2 tabular-nums">
                  {t('classCount', { n: own.length })}
                </span>
              </h3>
              <Cards sections={first} noteOf={noteOf} />
              {first.length < own.length && (
                <Link
                  to="."
                  search={searchWith({ programme: id })}
                  resetScroll={false}
                  preload={false}
                  className={`mt-2 inline-flex min-h-11 items-center ${textLink}`}
                >
                  {t('seeAll', { n: own.length })}
                </Link>
              )}
            </section>
          )
        })}
        {near.length > 0 && (
          <section aria-label={t('nearTitle')}>
            <h3 className="mb-3 flex items-baseline gap-2 font-semibold">
              {t('nearTitle')}
              <span className="text-sm font-normal text-ink-2">{t('nearFull')}</span>
            </h3>
            <Cards sections={near} noteOf={noteOf} />
          </section>
        )}
      </div>
      {isFinding && (
        <Suspense>
          <Finder term={term} sections={sections} />
        </Suspense>
      )}
      {opened && (
        <Suspense>
          <ClassDetails section={opened} term={term} onClose={() => change({ class: undefined })} />
        </Suspense>
      )}
    </>
  )
}
