import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { Named } from '#web/words/Name.tsx'
import { refreshClaims, type SessionUser } from '#web/session/session.ts'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'

// Only if the school takes cards.
const PayNow = lazily(() => import('#web/money/cards/shared/PayNow.tsx').then(module => module.PayNow))

type Answer = Output<'enrolments-submit'>
const key = 'lantern_registered'

/** Keeps the outcome for this visit, so that it survives a reload. */
export const keepDone = (uid: string, answer: Answer): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ uid, answer }))
  } catch {
    // The home page shows the same.
  }
}
export const findDone = (uid: string): Answer | null => {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { uid: string; answer: Answer } | null
    return found?.uid === uid ? found.answer : null
  } catch {
    return null
  }
}

const tones: Record<Answer['outcomes'][number]['outcome'], Tone> = {
  seat: 'good',
  waitlist: 'warn',
  approval: 'info',
  lottery: 'event',
}

const leads = { sent: 'lead', demo: 'leadDemo', kept: 'leadKept' } as const

/** The outcome of the registration, and the next steps. */
export const Done = ({ answer, user }: { answer: Answer; user: SessionUser }) => {
  const t = useTranslations('done')
  const format = useFormat()
  const mails = useMails()
  const isParent = user.roles.includes('parent')
  const { data: cards } = useReadLater('cards-mine', {}, { enabled: isParent && answer.totalCents > 0 })
  const due = cards?.due.find(({ householdId }) => householdId === answer.householdId)
  useEffect(() => {
    // The account became a parent's with the registration; the home page needs the new role.
    if (!isParent) void refreshClaims().catch(() => undefined)
  }, [isParent])
  const has = (outcome: string) => answer.outcomes.some(each => each.outcome === outcome)
  return (
    <Page title={t('title')} lead={t(leads[mails], { email: user.email })} narrow>
      <div className="grid gap-4">
        <Card title={t('outcomes')}>
          <ul>
            {answer.outcomes.map(({ child, childNativeName, section, sectionNativeName, outcome, waitingPosition }) => (
              <li
                key={`${child} ${section}`}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3"
              >
                <span>
                  <span className="font-semibold">
                    <Named names={{ name: child, nativeName: childNativeName }} />
                  </span>
                  {' · '}
                  <Named names={{ name: section, nativeName: sectionNativeName }} />
                </span>
                <Badge tone={tones[outcome]}>
                  {outcome === 'waitlist' && waitingPosition !== null
                    ? t('position', { n: String(waitingPosition) })
                    : t(`outcome.${outcome}`)}
                </Badge>
              </li>
            ))}
          </ul>
        </Card>
        {answer.invoiceNumber !== null && (
          <Card>
            <p className="flex flex-wrap items-baseline justify-between gap-3">
              <span>{t('invoice', { number: answer.invoiceNumber })}</span>
              <span className="display text-xl tabular-nums">{format.money(answer.totalCents)}</span>
            </p>
            {answer.dueOn !== null && answer.totalCents > 0 && (
              <p className="mt-1 font-semibold text-marigold-ink">
                {t('dueOn', { day: format.day(answer.dueOn, 'long') })}
              </p>
            )}
            {answer.totalCents > 0 && (
              <div className="mt-3">
                {due && cards ? (
                  <Suspense>
                    <PayNow {...due} isTest={cards.isTest}>
                      {due.amountCents !== answer.totalCents && <span className="text-ink-2">{t('paysAll')}</span>}
                    </PayNow>
                  </Suspense>
                ) : (
                  <ButtonLink to="/paymenthistory" wide="phone">
                    {t('howToPay')}
                  </ButtonLink>
                )}
              </div>
            )}
          </Card>
        )}
        <section className="mt-2">
          <h2 className="mb-2 text-lg">{t('next')}</h2>
          <ul className="grid list-disc gap-1 ps-5">
            {answer.dueOn !== null && answer.totalCents > 0 && (
              <li>{t('nextPay', { amount: format.money(answer.totalCents), day: format.day(answer.dueOn) })}</li>
            )}
            {has('waitlist') && <li>{t(mails === 'kept' ? 'nextWaitlistKept' : 'nextWaitlist')}</li>}
            {has('lottery') && <li>{t('nextDraw')}</li>}
            {has('approval') && <li>{t(mails === 'kept' ? 'nextApprovalKept' : 'nextApproval')}</li>}
            <li>{t('nextStart')}</li>
          </ul>
        </section>
        <div className="mt-3">
          <ButtonLink to="/dashboard/" variant="primary" wide="phone">
            {t('toStart')}
          </ButtonLink>
        </div>
      </div>
    </Page>
  )
}
