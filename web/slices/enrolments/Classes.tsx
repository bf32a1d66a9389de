import { useNavigate, useSearch } from '@tanstack/react-router'
import { use, useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Quote } from '#contract/enrolments.ts'
import type { Term } from '#contract/terms.ts'
import { CallError, useRead, useWrite } from '#web/call.ts'
import { inOrder } from '#web/Name.tsx'
import { useFailureText } from '#web/failureText.ts'
import { ButtonLink } from '#web/link.tsx'
import { useSchool } from '#web/school.ts'
import type { SessionUser } from '#web/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { isDay } from '#web/ui/DateParts.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/useFormat.ts'
import { Changes } from './Changes.tsx'
import { useDraftTerm, useHeld, useNames, useOpenTerms, useQuote, useWish } from './chosen.ts'
import { ClassChoice } from './ClassChoice.tsx'
import { ClassQuestions, isUnanswered, ofClassQuestion } from './ClassQuestions.tsx'
import { EarlyNotice } from './EarlyNotice.tsx'
import { Done, findDone, keepDone } from './Done.tsx'
import { askedReady } from './asked.ts'
import {
  changeDraft,
  finishDraft,
  lastFamilyPage,
  openDraft,
  saveDraft,
  standAt,
  useDraft,
  type Draft,
} from './draft.ts'
import { FlowPage } from './FlowPage.tsx'
import { useHold } from './hold.ts'
import { HoldTimer, HoldVoice } from './HoldTimer.tsx'
import { LineRule } from './LineRule.tsx'
import { PriceCard } from './PriceCard.tsx'
import { placeOf, problemsOf, readRulesAhead } from './checking.ts'
import { keepRefused, type Problem } from './problems.ts'
import { Summary } from './Summary.tsx'

type Choice = Draft['choices'][number]
const keyOf = ({ childKey, sectionId }: Choice): string => `${childKey} ${sectionId}`

/** Choices that cannot be sent as they are, each with a key that stays when others are taken out. */
const wrongChoices = (draft: Draft, quote: Quote | undefined): (Problem & { key: string })[] => {
  if (draft.choices.length === 0) return [{ key: 'none', path: 'choices', message: 'required' }]
  return draft.choices.flatMap((choice, index) => {
    const key = keyOf(choice)
    const outcome = quote?.choices.find(each => keyOf(each) === key)?.outcome
    const isWrong = outcome === 'age' || outcome === 'clash' || outcome === 'closed'
    return isWrong ? [{ key, path: `choices.${index}`, message: outcome }] : []
  })
}

type ChoosingProps = { draft: Draft; healthy: readonly string[]; term: Term; terms: readonly Term[]; user: SessionUser }

const Choosing = ({ draft, healthy, term, terms, user }: ChoosingProps) => {
  const t = useTranslations('choose')
  const sum = useTranslations('summary')
  const language = useLocale()
  const format = useFormat()
  const failure = useFailureText()
  const navigate = useNavigate()
  const isSummary = useSearch({ strict: false }).step === 'summary'
  const today = useSchool()?.today ?? ''
  const { sections } = useRead('classes-catalogue', { termId: term.id })
  const wished = useWish(draft, term, sections)
  const heldOf = useHeld(user)
  const names = useNames(draft, sections)
  const [isSending, setSending] = useState(false)
  const { quote, isOld, error, again, outcomeOf, reasonsOf } = useQuote(draft, isSending)
  const hold = useHold(draft, isSending, choices => {
    const isOther = choices?.some(each => outcomeOf(each.childKey, each.sectionId) !== each.outcome) ?? true
    if (isOther) void again()
  })
  const submit = useWrite('enrolments-submit', ['classes', 'terms', 'students', 'payments', 'parents'])
  // What was found when the family tried to go on; what is put right meanwhile is not shown any more.
  const [found, setFound] = useState<readonly string[]>([])
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState(false)
  const [missing, setMissing] = useState<readonly Problem[]>([])
  const [refused, setRefused] = useState<unknown>(null)
  const [changed, setChanged] = useState<{ before: Quote; after: Quote } | null>(null)
  useEffect(readRulesAhead, [])

  const classOf = (path: string): string => {
    const choice = draft.choices[Number(path.split('.')[1])]
    const section = choice && sections.find(({ id }) => id === choice.sectionId)
    const child = choice && draft.children.find(({ key }) => key === choice.childKey)
    return section && child ? `${inOrder(language, section).first}, ${names.childOf(child.key, child.name)}` : ''
  }
  /** Leads to the first page of part 2 on which something is wrong; false if there is none. */
  const leadBack = async (found: readonly Problem[]): Promise<boolean> => {
    const first = found.map(({ path }) => placeOf(path, draft)).find(place => place.part === 2)
    if (first?.part !== 2) return false
    keepRefused(found)
    await navigate({ to: '/registration', search: { step: first.step } })
    return true
  }
  const mayGoOn = async (priced: Quote | undefined): Promise<boolean> => {
    const wrong = wrongChoices(draft, priced)
    setFound(wrong.map(({ key }) => key))
    setAttempt(attempt + 1)
    keepRefused([])
    if (wrong.length > 0) {
      if (isSummary) await navigate({ to: '/registration2' })
      return false
    }
    const all = await problemsOf(draft, healthy, today, await askedReady(draft.termId))
    const unanswered = all.filter(ofClassQuestion)
    setMissing(unanswered)
    if (unanswered.length > 0) {
      if (isSummary) await navigate({ to: '/registration2' })
      return false
    }
    return !(await leadBack(all))
  }
  const send = async (agreed: Quote) => {
    setRefused(null)
    setChanged(null)
    setSending(true)
    try {
      // A late copy of the draft must not come after the registration.
      await saveDraft()
      const answer = await submit.send({
        draft,
        agreedCents: agreed.totalCents,
        agreed: agreed.choices.map(({ childKey, sectionId, outcome }) => ({ childKey, sectionId, outcome })),
      })
      keepDone(user.uid, answer)
      await navigate({ to: '/registration2', search: { step: 'done' }, replace: true })
      finishDraft()
    } catch (caught) {
      setSending(false)
      const reason = caught instanceof CallError ? caught.reason : null
      if (reason === 'CLASS_FULL' || reason === 'PRICE_CHANGED') {
        const { data } = await again()
        if (data) setChanged({ before: agreed, after: data })
        else setRefused(caught)
        return
      }
      const fields = caught instanceof CallError ? caught.fields : []
      if (await leadBack(fields)) return
      if (!fields.some(({ path }) => path.startsWith('choices'))) {
        setRefused(caught)
        return
      }
      setMissing(fields.filter(ofClassQuestion))
      const { data } = await again()
      setFound(wrongChoices(draft, data).map(({ key }) => key))
      setAttempt(attempt + 2)
      await navigate({ to: '/registration2' })
    }
  }
  const goOn = async (priced: Quote | undefined) => {
    if (!(await mayGoOn(priced))) return
    if (!isSummary) {
      standAt('summary')
      void saveDraft()
      await navigate({ to: '/registration2', search: { step: 'summary' } })
    } else if (priced) await send(priced)
  }
  const next = async () => {
    if (pending) return
    setPending(true)
    try {
      // A price that is on its way comes first, and nothing is sent at another one than was seen.
      const priced = isOld || (!quote && draft.choices.length > 0) ? (await again()).data : quote
      if (!isSummary || priced?.totalCents === quote?.totalCents) await goOn(priced)
    } catch (caught) {
      setRefused(caught)
    }
    setPending(false)
  }
  const wrong = isSummary ? [] : wrongChoices(draft, quote).filter(({ key }) => found.includes(key))
  const open = [...wrong, ...(isSummary ? [] : missing.filter(problem => isUnanswered(draft, problem)))]
  const label = isSummary ? sum(changed ? 'sendAgain' : 'send') : t('next')
  const button = (
    <Button
      variant="primary"
      wide
      pending={pending}
      pendingText={isSummary ? sum('sending') : t('checking')}
      onClick={() => void next()}
    >
      {label}
    </Button>
  )
  return (
    <FlowPage
      key={isSummary ? 'summary' : 'classes'}
      part={3}
      title={isSummary ? sum('title') : t('title')}
      lead={
        isSummary
          ? sum('lead')
          : t('lead', { term: inOrder(language, term).first, day: format.day(term.startsOn, 'long') })
      }
      draft={draft}
      problems={open}
      attempt={attempt}
      onBack={() =>
        void (isSummary
          ? navigate({ to: '/registration2' })
          : navigate({ to: '/registration', search: { step: lastFamilyPage() } }))
      }
      onNext={() => void next()}
      nameOf={classOf}
      foot={<div className="h-36 lg:hidden" />}
      aside={
        <div className="grid gap-4 max-lg:-mt-36 max-lg:pb-36 lg:sticky lg:top-6">
          <PriceCard quote={quote} isOld={isOld} nameOf={names.nameOf} childOf={names.childOf}>
            {quote?.choices.some(({ outcome }) => outcome === 'waitlist') && (
              <LineRule className="mb-3 text-sm text-ink-2" />
            )}
            <HoldTimer hold={hold} className="mb-3 max-lg:hidden" />
            <div className="max-lg:hidden">{button}</div>
            {isSummary && <p className="mt-3 text-sm text-ink-2">{sum('noPaymentYet')}</p>}
          </PriceCard>
          <div
            data-noprint
            className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-gutter pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-3 lg:hidden"
          >
            <HoldTimer hold={hold} className="mx-auto mb-2 max-w-[40rem]" />
            <div className="mx-auto flex max-w-[40rem] items-center gap-4">
              <p className="shrink-0">
                <span className="block text-2xs font-semibold text-ink-2">
                  {t('chosen', { n: draft.choices.length })}
                </span>
                <span className="display text-xl tabular-nums">{format.money(quote?.totalCents ?? 0)}</span>
              </p>
              {button}
            </div>
          </div>
        </div>
      }
    >
      <HoldVoice hold={hold} />
      {refused !== null && (
        <Notice
          alert
          tone="danger"
          action={
            refused instanceof CallError && refused.reason === 'ALREADY_SUBMITTED' ? (
              <ButtonLink to="/dashboard/" size="small">
                {t('toStart')}
              </ButtonLink>
            ) : undefined
          }
        >
          {failure(refused)}
        </Notice>
      )}
      {error !== null && (
        <Notice
          alert
          tone="danger"
          action={
            <Button size="small" onClick={() => void again()}>
              {t('again')}
            </Button>
          }
        >
          {failure(error)}
        </Notice>
      )}
      <EarlyNotice opens={quote?.opens ?? null} onOpen={() => void again()} />
      {changed && <Changes {...changed} names={names} />}
      {isSummary ? (
        <Summary draft={draft} sections={sections} names={names} outcomeOf={outcomeOf} />
      ) : (
        <>
          {terms.length > 1 && (
            <Segmented
              label={t('term')}
              options={terms.map(each => ({ value: each.id, label: inOrder(language, each).first }))}
              value={term.id}
              onChange={termId => changeDraft(each => ({ ...each, termId, choices: [] }))}
            />
          )}
          <ClassChoice
            draft={draft}
            term={term}
            // A class whose last seats lie in this cart is not full for this family.
            sections={sections.map(each => {
              const own = hold.inClass(each.id)
              const placesLeft = each.placesLeft + own
              return own > 0 && each.state === 'waitlist' ? { ...each, placesLeft, state: 'few' as const } : each
            })}
            names={names}
            wished={wished}
            heldOf={heldOf}
            outcomeOf={outcomeOf}
            reasonsOf={reasonsOf}
          />
          <ClassQuestions draft={draft} sections={sections} names={names} />
        </>
      )}
    </FlowPage>
  )
}

const Opened = ({ user }: { user: SessionUser }) => {
  use(openDraft(user))
  const kept = useDraft()?.kept
  return kept ? <WithTerm user={user} draft={kept.draft} healthy={kept.healthy} /> : null
}

const WithTerm = ({ user, draft, healthy }: Pick<ChoosingProps, 'user' | 'draft' | 'healthy'>) => {
  const t = useTranslations('choose')
  const terms = useOpenTerms()
  const term = useDraftTerm(draft, terms)
  if (!term)
    return (
      <Page title={t('title')} narrow>
        <Empty>{t('notOpen')}</Empty>
      </Page>
    )
  if (draft.children.some(({ name, birthOn }) => !name.trim() || !isDay(birthOn)))
    return (
      <Page title={t('title')} lead={t('childrenFirst')} narrow>
        <ButtonLink to="/registration" search={{ step: 'children' }} variant="primary">
          {t('toChildren')}
        </ButtonLink>
      </Page>
    )
  return <Choosing user={user} draft={draft} healthy={healthy} term={term} terms={terms} />
}

/** Part 3 of the registration: classes, their price, a last look, and what became of it. */
export const Classes = ({ user }: { user: SessionUser }) => {
  const isDone = useSearch({ strict: false }).step === 'done'
  const answer = isDone ? findDone(user.uid) : null
  return answer ? <Done answer={answer} user={user} /> : <Opened user={user} />
}
