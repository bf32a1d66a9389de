import { type ReactNode, use, useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Quote } from '#contract/enrolment/enrolments.ts'
import type { Term } from '#contract/school/terms.ts'
import { CallError, useRead } from '#web/wire/call.ts'
import { useSchool } from '#web/wire/school.ts'
import { inOrder } from '#web/words/Name.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useNavigate, useSearch } from '#web/routing/routing.tsx'
import type { SessionUser } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { isDay } from '#web/ui/DateParts.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty, Loading, Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Changes } from './Changes.tsx'
import { wishForClass } from './deviceCopy.ts'
import { useDraftTerm, useHeld, useNames, useQuote, useWish } from './chosen.ts'
import { ClassChoice } from './ClassChoice.tsx'
import { ClassQuestions } from './ClassQuestions.tsx'
import { EarlyNotice } from './EarlyNotice.tsx'
import { Done, findDone } from './Done.tsx'
import type { Draft } from './draftForm.ts'
import { changeDraft, lastFamilyPage, openDraft, useDraft } from './draft.ts'
import { FlowPage } from './FlowPage.tsx'
import { useHold } from './hold.ts'
import { HoldTimer, HoldVoice } from './HoldTimer.tsx'
import { LineRule } from './LineRule.tsx'
import { useOpenTerms } from './fits.ts'
import { PriceCard, useCountText } from './PriceCard.tsx'
import { readRulesAhead } from './checking.ts'
import { useSubmit } from './submitting.ts'
import { Summary } from './Summary.tsx'

type ChoosingProps = { draft: Draft; healthy: readonly string[]; term: Term; terms: readonly Term[]; user: SessionUser }

/** The errors of the last attempt, and what can be done about them. */
const Refusals = ({ refused, error, again }: { refused: unknown; error: unknown; again: () => void }) => {
  const t = useTranslations('choose')
  const failure = useFailureText()
  const isRegistered = refused instanceof CallError && refused.reason === 'ALREADY_SUBMITTED'
  return (
    <>
      {refused !== null && (
        <Notice
          alert
          tone="danger"
          action={
            isRegistered && (
              <ButtonLink to="/dashboard/" size="small">
                {t('toStart')}
              </ButtonLink>
            )
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
            <Button size="small" onClick={again}>
              {t('again')}
            </Button>
          }
        >
          {failure(error)}
        </Notice>
      )}
    </>
  )
}

type PriceAsideProps = {
  quote: Quote | undefined
  isOld: boolean
  isSummary: boolean
  chosen: number
  names: ReturnType<typeof useNames>
  hold: ReturnType<typeof useHold>
  button: ReactNode
}

/** The price beside the classes; on a phone, the sum and the button stay at the bottom of the screen. */
const PriceAside = ({ quote, isOld, isSummary, chosen, names, hold, button }: PriceAsideProps) => {
  const countText = useCountText()
  const sum = useTranslations('summary')
  const format = useFormat()
  return (
    <div className="grid gap-4 max-lg:-mt-36 max-lg:pb-36 lg:sticky lg:top-6">
      <PriceCard quote={quote} isOld={isOld} chosen={chosen} nameOf={names.nameOf} childOf={names.childOf}>
        {quote?.choices.some(({ outcome }) => outcome === 'waitlist') && (
          <LineRule className="mb-3 text-sm text-ink-2" />
        )}
        <HoldTimer hold={hold} className="mb-3 max-lg:hidden" />
        <div className="max-lg:hidden">{button}</div>
        {isSummary && quote && quote.totalCents > 0 && <p className="mt-3 text-sm text-ink-2">{sum('noPaymentYet')}</p>}
      </PriceCard>
      <div
        data-noprint
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-gutter pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-3 lg:hidden"
      >
        <HoldTimer hold={hold} className="mx-auto mb-2 max-w-[40rem]" />
        <div className="mx-auto flex max-w-[40rem] items-center gap-4">
          <p className="max-w-1/2 shrink-0">
            <span className="block text-2xs font-semibold text-ink-2">{countText(quote, chosen)}</span>
            <span className="display text-xl tabular-nums">{format.money(quote?.totalCents ?? 0)}</span>
          </p>
          {button}
        </div>
      </div>
    </div>
  )
}

const Choosing = ({ draft, healthy, term, terms, user }: ChoosingProps) => {
  const t = useTranslations('choose')
  const sum = useTranslations('summary')
  const language = useLocale()
  const format = useFormat()
  const navigate = useNavigate()
  const isSummary = useSearch().step === 'summary'
  const today = useSchool()?.today ?? ''
  const { sections } = useRead('classes-catalogue', { termId: term.id })
  const wished = useWish(draft, term, sections)
  const heldOf = useHeld(user)
  const names = useNames(draft, sections)
  const [isSending, setSending] = useState(false)
  const priced = useQuote(draft, isSending)
  const { quote, isOld, error, again, outcomeOf, reasonsOf } = priced
  const hold = useHold(draft, isSending, choices => {
    const isOther = choices?.some(each => outcomeOf(each.childKey, each.sectionId) !== each.outcome) ?? true
    if (isOther) void again()
  })
  const submit = useSubmit({ draft, healthy, user, isSummary, priced, isSending, setSending })
  const { changed } = submit
  useEffect(readRulesAhead, [])

  const classOf = (path: string): string => {
    const choice = draft.choices[Number(path.split('.')[1])]
    const section = choice && sections.find(({ id }) => id === choice.sectionId)
    const child = choice && draft.children.find(({ key }) => key === choice.childKey)
    return section && child
      ? format.parts([inOrder(language, section).first, names.childOf(child.key, child.name)])
      : ''
  }
  const next = () => void submit.next()
  const back = () =>
    void (isSummary
      ? navigate({ to: '/registration2' })
      : navigate({ to: '/registration', search: { step: lastFamilyPage() } }))
  const button = (
    <Button
      variant="primary"
      wide
      pending={submit.isPending}
      pendingText={isSummary ? sum('sending') : t('checking')}
      onClick={next}
    >
      {isSummary ? sum(changed ? 'sendAgain' : 'send') : t('next')}
    </Button>
  )
  return (
    <FlowPage
      key={isSummary ? 'summary' : 'classes'}
      part={3}
      title={isSummary ? sum('title') : t('title')}
      lead={
        isSummary
          ? sum('lead', { term: inOrder(language, term).first })
          : t(today > term.startsOn ? 'leadBegun' : 'lead', {
              term: inOrder(language, term).first,
              day: format.day(term.startsOn, 'long'),
            })
      }
      draft={draft}
      problems={submit.problems}
      attempt={submit.attempt}
      onBack={back}
      onNext={next}
      nameOf={classOf}
      foot={<div className="h-36 lg:hidden" />}
      aside={<PriceAside {...{ quote, isOld, isSummary, names, hold, button }} chosen={draft.choices.length} />}
    >
      <HoldVoice hold={hold} />
      <Refusals refused={submit.refused} error={error} again={() => void again()} />
      <EarlyNotice opens={quote?.opens ?? null} onOpen={() => void again()} />
      {changed && <Changes {...changed} names={names} />}
      {isSummary ? (
        <Summary draft={draft} sections={sections} names={names} outcomeOf={outcomeOf} heldOf={heldOf} />
      ) : (
        <>
          {terms.length > 1 && (
            <Segmented
              label={t('term')}
              options={terms.map(each => ({ value: each.id, label: inOrder(language, each).first }))}
              value={term.id}
              onChange={termId => {
                wishForClass(null)
                changeDraft(each => ({ ...each, termId, choices: [] }))
              }}
            />
          )}
          <ClassChoice
            draft={draft}
            term={term}
            // A class whose last seats are in this cart is not full for this family.
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
  if (term === undefined) return <Loading />
  if (term === null)
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

/** Part 3 of the registration: classes, their price, the summary and the outcome. */
export const Classes = ({ user }: { user: SessionUser }) => {
  const isDone = useSearch().step === 'done'
  const answer = isDone ? findDone(user.uid) : null
  return answer ? <Done answer={answer} user={user} /> : <Opened user={user} />
}
