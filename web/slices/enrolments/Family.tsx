import { useNavigate, useSearch } from '@tanstack/react-router'
import { use, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '#web/failureText.ts'
import { useSchool } from '#web/school.ts'
import type { SessionUser } from '#web/session.ts'
import { toast } from '#web/ui/Toast.tsx'
import { ConsentsStep, ContactsStep } from './AgreementSteps.tsx'
import { ChildrenStep, HealthStep } from './ChildSteps.tsx'
import { AskedProvider, askedReady } from './asked.ts'
import { openDraft, saveDraft, useDraft } from './draft.ts'
import { FlowPage } from './FlowPage.tsx'
import { GuardiansStep, YouStep } from './GuardianSteps.tsx'
import {
  familySteps,
  keepRefused,
  placeOf,
  problemsOf,
  readRulesAhead,
  refusedProblems,
  type FamilyStep,
  type Problem,
} from './problems.ts'

/** Part 2 of the registration: one group of questions per page. */
export const Family = ({ user }: { user: SessionUser }) => {
  use(openDraft(user))
  const t = useTranslations('register')
  const failure = useFailureText()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const kept = useDraft()?.kept
  const today = useSchool()?.today ?? ''
  const [problems, setProblems] = useState<readonly Problem[]>(refusedProblems)
  const [attempt, setAttempt] = useState(0)
  const [pending, setPending] = useState(false)
  useEffect(readRulesAhead, [])
  if (!kept) return null
  const { draft, healthy } = kept
  const asked = use(askedReady(draft.termId))
  const step: FamilyStep = familySteps.find(each => each === search.step) ?? 'you'
  const at = familySteps.indexOf(step)
  const here = (found: readonly Problem[]) =>
    found.filter(({ path }) => {
      const place = placeOf(path, draft)
      return place.part === 2 && place.step === step
    })

  const back = () => {
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
    void saveDraft()
    const after = familySteps[at + 1]
    await (after ? navigate({ to: '/registration', search: { step: after } }) : navigate({ to: '/registration2' }))
  }

  const isAlone = step === 'guardians' && draft.guardians.length === 1
  return (
    <FlowPage
      key={step}
      part={2}
      above={t('question', { n: String(at + 1), of: String(familySteps.length) })}
      title={t(`title.${step}`)}
      lead={step === 'you' ? t('lead.you', { email: user.email }) : t(`lead.${step}`)}
      draft={draft}
      problems={here(problems)}
      attempt={attempt}
      onBack={back}
      onNext={() => void next()}
      next={isAlone ? t('nextAlone') : t('next')}
      pending={pending}
    >
      <AskedProvider value={asked}>
        {step === 'you' && <YouStep draft={draft} />}
        {step === 'guardians' && <GuardiansStep draft={draft} />}
        {step === 'children' && <ChildrenStep draft={draft} />}
        {step === 'health' && <HealthStep draft={draft} healthy={healthy} />}
        {step === 'contacts' && <ContactsStep draft={draft} />}
        {step === 'consents' && <ConsentsStep draft={draft} />}
      </AskedProvider>
    </FlowPage>
  )
}
