import { useEffect, useState } from 'react'
import { useLocale } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Quote } from '#contract/enrolment/enrolments.ts'
import { undrawnLotteries } from '#contract/enrolment/lotteries.plain.ts'
import type { Term } from '#contract/school/terms.ts'
import { overlap } from '#rules/fit.ts'
import { hasPlaces } from '#web/enrolment/classes/shared/classText.ts'
import { useReadLater } from '#web/wire/call.ts'
import { inOrder } from '#web/words/Name.tsx'
import type { SessionUser } from '#web/session/session.ts'
import { calledIn, type Child, type Draft } from './draftForm.ts'
import { wishedClass, wishForClass } from './deviceCopy.ts'
import { adjustDraft, changeDraft } from './draft.ts'
import { isFor, standingOf } from './fits.ts'

type Outcome = Quote['choices'][number]['outcome']

/** Classes with places that are for a child, go together with its classes, and are not its own already. */
export const openTo = (
  child: Child,
  { sections, held }: { sections: readonly CatalogueSection[]; held: ReadonlyMap<string, string> },
): CatalogueSection[] => {
  const sitting = sections.filter(({ id }) => held.get(id) === 'in')
  return sections.filter(
    section =>
      hasPlaces(section) &&
      isFor(child, section) &&
      !held.has(section.id) &&
      !sitting.some(other => overlap(other, section)),
  )
}

/** The term of a draft: the one it names if that still registers, else the first; null if none does. */
export const useDraftTerm = (draft: Draft, terms: readonly Term[]): Term | null => {
  const term = terms.find(({ id }) => id === draft.termId) ?? terms[0] ?? null
  const termId = term?.id ?? null
  const isNamed = draft.termId === termId
  useEffect(() => {
    if (termId === null || isNamed) return
    const wished = wishedClass()
    const isWished = draft.termId === null && terms.some(({ id }) => id === wished?.termId)
    adjustDraft(each => ({ ...each, termId: isWished && wished ? wished.termId : termId, choices: [] }))
  }, [termId, isNamed, draft.termId, terms])
  return term
}

/** Takes the class that the family came for, once, if it is plain for whom. */
export const useWish = (draft: Draft, term: Term, sections: readonly CatalogueSection[]): string | null => {
  const [wish] = useState(wishedClass)
  const section = sections.find(({ id }) => id === wish?.sectionId)
  const of = section && section.state !== 'closed' ? draft.children.filter(child => isFor(child, section)) : []
  // Looked for with a birthday, it is for the child of that day.
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

/** The price of a draft and what becomes of each choice, kept up to date unless it `isSettled`. */
export const useQuote = (draft: Draft, isSettled: boolean) => {
  // No price follows from what is said for a class, or from the page that is open: it is not asked for anew.
  const choices = draft.choices.map(({ answers: _answers, ...choice }) => choice)
  const priced: Draft = { ...draft, choices, at: '' }
  const asked = useReadLater('enrolments-quote', { draft: priced }, { enabled: draft.termId !== null && !isSettled })
  const choiceOf = (childKey: string, sectionId: string) =>
    asked.data?.choices.find(each => each.childKey === childKey && each.sectionId === sectionId)
  return {
    /** Why the school has a word in a choice. */
    reasonsOf: (childKey: string, sectionId: string) => choiceOf(childKey, sectionId)?.reasons ?? [],
    quote: asked.data,
    isOld: asked.isPlaceholderData || asked.isFetching,
    error: asked.error,
    again: asked.refetch,
    outcomeOf: (childKey: string, sectionId: string): Outcome | undefined => choiceOf(childKey, sectionId)?.outcome,
  }
}

/** How a child stands in a class that it has registered for before. */
export type Standing = 'in' | 'waiting' | 'lottery'

/** Classes in which a child is, waits or takes part in a draw already, with its standing there. */
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

/** Names of classes and children as the reader knows them, where an answer carries only one of them. */
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
