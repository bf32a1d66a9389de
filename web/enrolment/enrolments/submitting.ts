import { useState } from 'react'
import type { Quote } from '#contract/enrolment/enrolments.ts'
import { useNavigate } from '#web/routing/routing.tsx'
import { CallError, useWrite } from '#web/wire/call.ts'
import { useSchool } from '#web/wire/school.ts'
import type { SessionUser } from '#web/session/session.ts'
import { askedReady } from './asked.ts'
import type { useQuote } from './chosen.ts'
import { isUnanswered, ofClassQuestion } from './ClassQuestions.tsx'
import { keepDone } from './Done.tsx'
import type { Draft } from './draftForm.ts'
import { finishDraft, saveDraft, standAt } from './draft.ts'
import { placeOf, problemsOf } from './checking.ts'
import { keepRefused, type Problem } from './problems.ts'

type Choice = Draft['choices'][number]
const keyOf = ({ childKey, sectionId }: Choice): string => `${childKey} ${sectionId}`

/** Returns the choices that can't be sent as they are, each with a key that stays when others are removed. */
const wrongChoices = (draft: Draft, quote: Quote | undefined): (Problem & { key: string })[] => {
  if (draft.choices.length === 0) return [{ key: 'none', path: 'choices', message: 'required' }]
  return draft.choices.flatMap((choice, index) => {
    const key = keyOf(choice)
    const outcome = quote?.choices.find(each => keyOf(each) === key)?.outcome
    const isWrong = outcome === 'age' || outcome === 'clash' || outcome === 'closed'
    return isWrong ? [{ key, path: `choices.${index}`, message: outcome }] : []
  })
}

type Sent = {
  draft: Draft
  healthy: readonly string[]
  user: SessionUser
  /** True on the summary; before it the family chooses classes. */
  isSummary: boolean
  priced: Pick<ReturnType<typeof useQuote>, 'quote' | 'isOld' | 'again'>
  /** True while the registration is being sent: the price and the held seats stay as they were shown. */
  isSending: boolean
  setSending: (isSending: boolean) => void
}

/**
 * Moves on from the classes to the summary, and sends it. Problems lead to the page that corrects them, and nothing is
 * sent at another price or with another outcome than the family has seen.
 */
export const useSubmit = ({ draft, healthy, user, isSummary, priced, isSending, setSending }: Sent) => {
  const { quote, isOld, again } = priced
  const navigate = useNavigate()
  const today = useSchool()?.today ?? ''
  const submit = useWrite('enrolments-submit')
  // The problems found when the family tried to move on; those corrected since are no longer shown.
  const [found, setFound] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  const [isChecking, setChecking] = useState(false)
  const [missing, setMissing] = useState<readonly Problem[]>([])
  const [refused, setRefused] = useState<unknown>(null)
  const [changed, setChanged] = useState<{ before: Quote; after: Quote } | null>(null)

  const toClasses = () => navigate({ to: '/registration2' })
  /** Opens the first page of part 2 that has a problem; returns false if there is none. */
  const leadBack = async (problems: readonly Problem[]): Promise<boolean> => {
    const first = problems.map(({ path }) => placeOf(path, draft)).find(place => place.part === 2)
    if (first?.part !== 2) return false
    keepRefused(problems)
    await navigate({ to: '/registration', search: { step: first.step } })
    return true
  }
  const mayGoOn = async (current: Quote | undefined): Promise<boolean> => {
    const wrong = wrongChoices(draft, current)
    setFound(wrong.map(({ key }) => key))
    setAttempt(attempt + 1)
    keepRefused([])
    const all = wrong.length > 0 ? [] : await problemsOf(draft, healthy, today, await askedReady(draft.termId))
    const unanswered = all.filter(ofClassQuestion)
    if (wrong.length === 0) setMissing(unanswered)
    if (wrong.length > 0 || unanswered.length > 0) {
      if (isSummary) await toClasses()
      return false
    }
    return !(await leadBack(all))
  }
  /** Shows a refusal where it can be corrected. */
  const takeRefusal = async (agreed: Quote, refusal: unknown) => {
    setSending(false)
    const { reason, fields } = refusal instanceof CallError ? refusal : { reason: null, fields: [] }
    if (reason === 'CLASS_FULL' || reason === 'PRICE_CHANGED') {
      const { data } = await again()
      if (data) setChanged({ before: agreed, after: data })
      else setRefused(refusal)
      return
    }
    if (await leadBack(fields)) return
    if (!fields.some(({ path }) => path.startsWith('choices'))) return setRefused(refusal)
    setMissing(fields.filter(ofClassQuestion))
    const { data } = await again()
    setFound(wrongChoices(draft, data).map(({ key }) => key))
    setAttempt(attempt + 2)
    await toClasses()
  }
  const send = async (agreed: Quote) => {
    setRefused(null)
    setChanged(null)
    setSending(true)
    try {
      // A late save of the draft must not arrive after the registration.
      await saveDraft()
      const answer = await submit.send({
        draft,
        agreedCents: agreed.totalCents,
        agreed: agreed.choices.map(({ childKey, sectionId, outcome }) => ({ childKey, sectionId, outcome })),
      })
      keepDone(user.uid, answer)
      await navigate({ to: '/registration2', search: { step: 'done' }, replace: true })
      finishDraft()
    } catch (refusal) {
      await takeRefusal(agreed, refusal)
    }
  }
  const goOn = async (current: Quote | undefined) => {
    if (!(await mayGoOn(current))) return
    if (!isSummary) {
      standAt('summary')
      void saveDraft()
      await navigate({ to: '/registration2', search: { step: 'summary' } })
    } else if (current) await send(current)
  }
  const next = async () => {
    if (isChecking) return
    setChecking(true)
    try {
      // Wait for a price in flight, and send nothing at another price than the one shown.
      const current = isOld || (!quote && draft.choices.length > 0) ? (await again()).data : quote
      if (!isSummary || current?.totalCents === quote?.totalCents) await goOn(current)
    } catch (failure) {
      setRefused(failure)
    }
    setChecking(false)
  }
  const problems = isSummary
    ? []
    : [
        ...wrongChoices(draft, quote).filter(({ key }) => found.includes(key)),
        ...missing.filter(problem => isUnanswered(draft, problem)),
      ]
  return { next, problems, attempt, refused, changed, isPending: isChecking || isSending }
}
