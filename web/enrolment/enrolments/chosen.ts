import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Quote } from '#contract/enrolment/enrolments.ts'
import { undrawnLotteries } from '#contract/enrolment/lotteries.plain.ts'
import type { Term } from '#contract/school/terms.ts'
import { overlap } from '#rules/fit.ts'
import { openTerms } from '#rules/openTerms.ts'
import { hasPlaces } from '#web/enrolment/classes/shared/classText.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useFeature } from '#web/wire/school.ts'
import { inOrder } from '#web/words/Name.tsx'
import type { SessionUser } from '#web/session/session.ts'
import { calledIn, type Child, type Draft } from './draftForm.ts'
import { wishedClass, wishForClass } from './deviceCopy.ts'
import { adjustDraft, changeDraft } from './draft.ts'
import { isFor, type Place, standingOf, takesSpot } from './fits.ts'

type Outcome = Quote['choices'][number]['outcome']

/**
 * Returns the classes that have free seats, suit the child's age, fit its other classes in time, and aren't already its
 * own.
 */
export const openTo = (
  child: Child,
  { sections, held }: { sections: readonly CatalogueSection[]; held: ReadonlyMap<string, string> },
): CatalogueSection[] => {
  const sitting = sections.filter(({ id }) => takesSpot(held.get(id)))
  return sections.filter(
    section =>
      hasPlaces(section) &&
      isFor(child, section) &&
      !held.has(section.id) &&
      !sitting.some(other => overlap(other, section)),
  )
}

/**
 * Returns the term of a draft: while nothing is chosen, the one from which the family opened "Register"; then the one
 * that the draft names, and else the one to begin with, as far as they are open for registration. Null if no term is
 * open, undefined while that isn't known.
 */
export const useDraftTerm = (draft: Draft, terms: readonly Term[]): Term | null | undefined => {
  const wishedId = draft.choices.length === 0 ? wishedClass()?.termId : undefined
  const named = terms.find(({ id }) => id === wishedId) ?? terms.find(({ id }) => id === draft.termId)
  const hasWindows = useFeature('windows')
  const windows = useReadLater('windows-mine', {}, { enabled: hasWindows && !named && terms.length > 1 })
  const isKnown = !windows.isFetching || windows.data !== undefined
  const term = named ?? (isKnown ? (openTerms(terms, windows.data)[0] ?? null) : undefined)
  const termId = term?.id ?? null
  const isNamed = draft.termId === termId
  useEffect(() => {
    if (termId === null || isNamed) return
    adjustDraft(each => ({ ...each, termId, choices: [] }))
  }, [termId, isNamed])
  return term
}

/** Adds the class for which the family came, once, if only one child can be meant. */
export const useWish = (draft: Draft, term: Term, sections: readonly CatalogueSection[]): string | null => {
  const [wish] = useState(wishedClass)
  const section = sections.find(({ id }) => id === wish?.sectionId)
  const of = section && section.state !== 'closed' ? draft.children.filter(child => isFor(child, section)) : []
  // If the class was searched with a birthday, it is for the child with that birthday.
  const born = wish?.birthOn
  const fitting = born ? of.filter(({ birthOn }) => birthOn === born) : of
  const childKey =
    fitting.length === 1 && draft.choices.length === 0 && draft.termId === term.id ? fitting[0]?.key : undefined
  const sectionId = section?.id
  useEffect(() => {
    if (!sectionId || !childKey || wishedClass()?.sectionId !== sectionId) return
    wishForClass(null)
    changeDraft(each => ({ ...each, choices: [...each.choices, { childKey, sectionId }] }))
  }, [sectionId, childKey])
  return sectionId ?? null
}

/** The price of a draft and the outcome of each choice, kept current unless it `isSettled`. */
export const useQuote = (draft: Draft, isSettled: boolean) => {
  // The price doesn't depend on answers for a class or on the open page, so they don't trigger a new request.
  const choices = draft.choices.map(({ answers: _answers, ...choice }) => choice)
  const priced: Draft = { ...draft, choices, at: '' }
  const asked = useReadLater('enrolments-quote', { draft: priced }, { enabled: draft.termId !== null && !isSettled })
  const choiceOf = (childKey: string, sectionId: string) =>
    asked.data?.choices.find(each => each.childKey === childKey && each.sectionId === sectionId)
  return {
    /** The reasons why a choice needs the school's approval. */
    reasonsOf: (childKey: string, sectionId: string) => choiceOf(childKey, sectionId)?.reasons ?? [],
    quote: asked.data,
    isOld: asked.isPlaceholderData || asked.isFetching,
    error: asked.error,
    again: asked.refetch,
    outcomeOf: (childKey: string, sectionId: string): Outcome | undefined => choiceOf(childKey, sectionId)?.outcome,
  }
}

/** A child's standing in a class for which it has registered before. */
export type Standing = Place | 'lottery'

/**
 * Returns a function that maps the classes in which a child is, waits or takes part in a draw, to its standing there.
 */
export const useHeld = (user: SessionUser): ((child: Child) => ReadonlyMap<string, Standing>) => {
  const enabled = user.roles.includes('parent')
  const asked = useReadLater('parents-household', {}, { enabled })
  const draws = useReadLater('lotteries-mine', {}, { enabled })
  return ({ studentId }) => {
    const known = asked.data?.flatMap(({ children }) => children).find(({ id }) => id === studentId)
    const wished = draws.data?.flatMap(({ status, classes, children }) => {
      const ranks = children.find(each => each.studentId === studentId)?.ranks ?? []
      return undrawnLotteries.includes(status) ? classes.filter(({ code }) => ranks.includes(code)) : []
    })
    return new Map<string, Standing>([
      ...(wished ?? []).map(({ sectionId }) => [sectionId, 'lottery'] as const),
      ...(known?.sections ?? []).map(({ id, status }) => [id, standingOf(status)] as const),
    ])
  }
}

/** Returns functions that name classes and children in the reader's language, for answers that carry only one name. */
export const useNames = (draft: Draft, sections: readonly CatalogueSection[]) => {
  const language = useLocale()
  return {
    nameOf: (sectionId: string, name: string): string => {
      const section = sections.find(({ id }) => id === sectionId)
      return section ? inOrder(language, section).first : name
    },
    childOf: (key: string, name: string): string => {
      const child = draft.children.find(each => each.key === key || each.studentId === key)
      return child ? calledIn(language, child) : name
    },
  }
}
