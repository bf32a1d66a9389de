import { use, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNavigate, useSearch } from '#web/routing/routing.tsx'
import { withPage } from '#web/routing/lazily.tsx'
import { useFailureText } from '#web/words/failureText.ts'
import { useSchool } from '#web/wire/school.ts'
import type { SessionUser } from '#web/session/session.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { settled } from '#web/wire/useWaitFor.ts'
import { ConsentsStep, ContactsStep } from './AgreementSteps.tsx'
import { ChildrenStep, HealthStep } from './ChildSteps.tsx'
import { AskedProvider, askedReady } from './asked.ts'
import { offerReady } from './claim.ts'
import { isReturning, openDraft, saveDraft, standAt, takeResume, useDraft } from './draft.ts'
import { FlowPage } from './FlowPage.tsx'
import { GuardiansStep, YouStep } from './GuardianSteps.tsx'
import { placeOf, problemsOf, readRulesAhead } from './checking.ts'
import { familySteps, keepRefused, refusedProblems, usePolicyName, type FamilyPage, type Problem } from './problems.ts'

// Only a returning family, or one that looks for its record, sees these.
const CheckStep = withPage(() => import('./CheckStep.tsx').then(module => module.CheckStep))
const ClaimPage = withPage(() => import('./ClaimPage.tsx').then(module => module.ClaimPage))
const SeekPage = withPage(() => import('./SeekPage.tsx').then(module => module.SeekPage))

const noOffer = settled(null)

/** Part 2 of the registration, after the question whether the school already knows the family. */
export const Family = ({ user }: { user: SessionUser }) => {
  use(openDraft(user))
  const search = useSearch()
  const state = useDraft()
  const isNew = state !== null && !isReturning(state)
  // The school knows anyone who holds a role.
  const offer = use(isNew && user.roles.length === 0 ? offerReady(user.uid) : noOffer)
  const [isDeclined, setDeclined] = useState(false)
  if (!state) return null
  if (offer && offer.people.length > 0 && !isDeclined)
    return <ClaimPage user={user} people={offer.people} onDecline={() => setDeclined(true)} />
  if (offer?.maySeek && search.step === 'find') return <SeekPage user={user} offer={offer} />
  return <Pages user={user} maySeek={offer?.maySeek ?? false} />
}

/** Opens the page where the family stopped. */
const useResuming = (): void => {
  const navigate = useNavigate()
  const search = useSearch()
  const at = useDraft()?.kept.draft.at ?? ''
  const isEntry = search.step === undefined
  useEffect(() => {
    if (!isEntry || at === '' || !takeResume()) return
    if (at === 'classes') void navigate({ to: '/registration2', replace: true })
    else if (at === 'summary') void navigate({ to: '/registration2', search: { step: 'summary' }, replace: true })
    else void navigate({ to: '/registration', search: { step: at }, replace: true })
  }, [isEntry, at, navigate])
}

/** One group of questions per page; for a returning family, one page with everything that is known. */
const Pages = ({ user, maySeek }: { user: SessionUser; maySeek: boolean }) => {
  const t = useTranslations('register')
  const failure = useFailureText()
  const format = useFormat()
  const policyName = usePolicyName()
  const navigate = useNavigate()
  const search = useSearch()
  const state = useDraft()
  const today = useSchool()?.today ?? ''
  const [problems, setProblems] = useState<readonly Problem[]>(refusedProblems)
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState(false)
  useEffect(readRulesAhead, [])
  useResuming()
  if (!state) return null
  const { kept, known } = state
  const { draft, healthy } = kept
  const isBack = isReturning(state)
  const asked = use(askedReady(draft.termId))
  const first: FamilyPage = isBack ? 'check' : 'you'
  const step: FamilyPage = familySteps.find(each => each === search.step) ?? first
  const at = step === 'check' ? -1 : familySteps.indexOf(step)
  // Who changes a part of the summary comes back to it.
  const isFromSummary = search.back === 'summary' && step !== 'check'
  const toSummary = () => navigate({ to: '/registration2', search: { step: 'summary' } })
  const here = (found: readonly Problem[]) =>
    found.filter(({ path }) => {
      const place = placeOf(path, draft)
      if (place.part !== 2) return false
      if (step !== 'check') return place.step === step
      // This page shows only the problems with what it asks; others are corrected on their own pages.
      return (
        place.step === 'consents' ||
        (place.step === 'health' && draft.children[Number(path.split('.')[1])]?.studentId !== null) ||
        asked.fields.some(({ id, about }) => about === 'registration' && path === `answers.${id}`)
      )
    })

  const back = () => {
    if (isFromSummary) return void toSummary()
    if (step !== first && isBack) return void navigate({ to: '/registration', search: { step: 'check' } })
    const before = familySteps[at - 1]
    void (before ? navigate({ to: '/registration', search: { step: before } }) : navigate({ to: '/classes' }))
  }
  const next = async () => {
    setPending(true)
    const found = await problemsOf(draft, healthy, today, asked).catch((error: unknown) => {
      toast(failure(error))
      return null
    })
    setPending(false)
    if (!found) return
    keepRefused([])
    setAttempt(attempt + 1)
    const wrong = here(found)
    setProblems(wrong)
    if (wrong.length > 0) return
    const missing = found.map(({ path }) => placeOf(path, draft)).find(place => place.part === 2)
    if ((step === 'check' || isFromSummary) && missing?.part === 2) {
      keepRefused(found)
      await navigate({
        to: '/registration',
        search: { step: missing.step, ...(isFromSummary && { back: 'summary' }) },
      })
      return
    }
    if (isFromSummary) {
      standAt('summary')
      void saveDraft()
      await toSummary()
      return
    }
    const after = isBack ? (step === 'check' ? undefined : ('check' as const)) : familySteps[at + 1]
    standAt(after ?? 'classes')
    void saveDraft()
    await (after ? navigate({ to: '/registration', search: { step: after } }) : navigate({ to: '/registration2' }))
  }

  const isAlone = step === 'guardians' && draft.guardians.length === 1 && !isBack
  const checkedAt = known?.checkedAt ?? null
  const lead =
    step === 'check'
      ? checkedAt === null
        ? t('lead.checkNew')
        : t('lead.check', { day: format.instant(checkedAt, 'day') })
      : step === 'you'
        ? t('lead.you', { email: user.email })
        : t(`lead.${step}`)
  return (
    <FlowPage
      key={step}
      part={2}
      {...(!isBack &&
        !isFromSummary && { above: t('question', { n: String(at + 1), of: String(familySteps.length) }) })}
      title={t(`title.${step}`)}
      lead={lead}
      draft={draft}
      problems={here(problems)}
      nameOf={path => policyName(path, asked.policies)}
      attempt={attempt}
      onBack={back}
      onNext={() => void next()}
      next={
        step === 'check'
          ? t('nextCheck')
          : isBack || isFromSummary
            ? t('nextDone')
            : isAlone
              ? t('nextAlone')
              : t('next')
      }
      pending={pending}
    >
      <AskedProvider value={asked}>
        {step === 'check' && <CheckStep draft={draft} checkedAt={checkedAt} />}
        {step === 'you' && <YouStep draft={draft} maySeek={maySeek} />}
        {step === 'guardians' && <GuardiansStep draft={draft} />}
        {step === 'children' && <ChildrenStep draft={draft} />}
        {step === 'health' && <HealthStep draft={draft} healthy={healthy} />}
        {step === 'contacts' && <ContactsStep draft={draft} />}
        {step === 'consents' && <ConsentsStep draft={draft} />}
      </AskedProvider>
    </FlowPage>
  )
}
