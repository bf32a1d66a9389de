import { startTransition, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { readAhead, useRead } from '#web/wire/call.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { inOrder, useNames } from '#web/words/Name.tsx'
import { VisitOf } from '#web/enrolment/visits/VisitOf.tsx'
import { ClassList } from '#web/enrolment/classes/ClassList.tsx'
import { FitList } from '#web/enrolment/enrolments/FitList.tsx'
import { fitsOf, useOpenTerms } from '#web/enrolment/enrolments/fits.ts'
import { ChipLink, ChipRow } from '#web/people/students/Chips.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'

/** The school's classes for a family: those that fit their children first, by the rules of registration. */
export default function FamilyClasses() {
  const t = useTranslations('fits')
  const language = useLocale()
  const names = useNames()
  useState(() => void readAhead('students-mine', {}))
  const [values, change] = useUrlState()
  const terms = useOpenTerms()
  const children = useRead('students-mine', {})
  const termId = terms.find(({ id }) => id === values['term'])?.id
  const { term, sections } = useRead('classes-catalogue', termId === undefined ? {} : { termId })
  const fits = fitsOf(children, sections)
  const whose = children.find(({ id }) => id === values['for'])
  const isForAll = values['for'] === 'all' || children.length === 0
  const isShown = (section: CatalogueSection) =>
    isForAll || section.id === values['class'] || fits(section).some(({ child }) => !whose || child === whose)
  const shown = sections.filter(isShown)
  const kept = values['term'] ? { term: values['term'] } : {}
  const chip = (id: string, name: string) => ({ id, name, nativeName: '' })
  return (
    <Page
      board
      title={t('title')}
      lead={t('lead')}
      actions={
        <ButtonLink to="/registration" search={term ? { term: term.id } : {}} variant="accent">
          {t('register')}
        </ButtonLink>
      }
      band={
        children.length > 0 && (
          <ChipRow label={t('show')}>
            {children.length > 1 && (
              <ChipLink item={chip('', t('mine'))} to="/classes" search={kept} current={!isForAll && !whose} />
            )}
            {children.map(child => (
              <ChipLink
                key={child.id}
                item={child}
                to="/classes"
                search={{ ...kept, for: child.id }}
                current={!isForAll && (child === whose || children.length === 1)}
                avatar
              />
            ))}
            <ChipLink item={chip('all', t('all'))} to="/classes" search={{ ...kept, for: 'all' }} current={isForAll} />
          </ChipRow>
        )
      }
      below
    >
      {terms.length > 1 && (
        <div className="mb-6">
          <Segmented
            label={t('term')}
            options={terms.map(each => ({ value: each.id, label: inOrder(language, each).first }))}
            value={term?.id ?? null}
            onChange={id => startTransition(() => change({ term: id }, { replace: true }))}
          />
        </div>
      )}
      {!term || sections.length === 0 ? (
        <Empty>{t('none')}</Empty>
      ) : shown.length === 0 ? (
        <Empty
          action={
            <ButtonLink to="/classes" search={{ ...kept, for: 'all' }}>
              {t('all')}
            </ButtonLink>
          }
        >
          {t('noFit')}
        </Empty>
      ) : (
        <>
          <h2 className="sr-only">{isForAll ? t('all') : whose ? names(whose).first : t('mine')}</h2>
          <ClassList key={term.id} term={term} sections={shown} noteOf={section => <FitList fits={fits(section)} />} />
          <VisitOf sections={sections} />
        </>
      )}
    </Page>
  )
}
