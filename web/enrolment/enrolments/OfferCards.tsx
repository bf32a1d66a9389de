import { Sparkles } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { SeatPrice } from './shared/SeatPrice.tsx'
import { useTimeLeft } from './timeLeft.ts'

type Offer = Output<'enrolments-offers'>[number]

const Card = ({ offer }: { offer: Offer }) => {
  const t = useTranslations('offers')
  const seats = useTranslations('seats')
  const format = useFormat()
  const timeLeft = useTimeLeft()
  const failure = useFailureText()
  const names = useFirstName()
  const answer = useWrite('enrolments-answerOffer')
  const named = {
    child: names({ name: offer.student, nativeName: offer.studentNativeName }),
    section: names({ name: offer.section, nativeName: offer.nativeName }),
  }
  const price = useReadLater('enrolments-offerPrice', { id: offer.id })
  // If the child has other classes at that time, taking the seat and leaving them is one step with one sum.
  const changed = offer.clashes.find(({ mayChange }) => mayChange) ?? null
  const clashing = format.all(offer.clashes.map(names))
  const left = offer.expiresAt === null ? '' : timeLeft(offer.expiresAt)
  const isExpired = left === null || (answer.error instanceof CallError && answer.error.reason === 'OFFER_LAPSED')
  const give = (accepts: boolean) =>
    answer.start({ id: offer.id, accepts, ...(accepts && price.data && { agreedCents: price.data.totalCents }) }, () =>
      toast(t(accepts ? 'taken' : 'declined', named)),
    )
  return (
    <section
      aria-label={t('title', named)}
      className="enter grid gap-3 rounded-xl border-2 border-marigold bg-surface p-4 shadow-1"
    >
      <h2 className="flex items-start gap-2 text-lg">
        <Sparkles size={20} aria-hidden className="mt-0.5 shrink-0 text-marigold-ink" />
        {t('title', named)}
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        <Chip crayon={offer.crayon}>
          <Name name={offer.section} nativeName={offer.nativeName} />
        </Chip>
        {format.weekday(offer.weekday)} {format.time(offer.startsAt)}–{format.time(offer.endsAt)}
      </p>
      {offer.isAsked && <p className="text-sm font-semibold">{seats('asked')}</p>}
      {offer.expiresAt !== null && !offer.isAsked && (
        <p className="text-sm">
          <strong className="font-semibold">{seats('until', { time: format.instant(offer.expiresAt) })}</strong>{' '}
          {!isExpired && <span className="text-ink-2">{seats('next', { left })}</span>}
        </p>
      )}
      {!isExpired && offer.clashes.length > 0 && !offer.isAsked && (
        <Notice tone="warn">{seats(changed ? 'clashOne' : 'clash', { child: named.child, classes: clashing })}</Notice>
      )}
      {!isExpired && !changed && <SeatPrice read={price} section={named.section} />}
      {isExpired ? (
        <Notice alert tone="warn">
          {seats('expired')}
        </Notice>
      ) : (
        <p className="text-sm text-ink-2">{t('hint')}</p>
      )}
      {!isExpired && answer.error !== null && (
        <Notice alert tone="danger">
          {failure(answer.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2" hidden={isExpired}>
        {changed && !offer.isAsked && (
          <ButtonLink
            to="/student"
            search={{
              child: offer.studentId,
              move: changed.enrolmentId,
              to: offer.sectionId,
              ...(offer.clashes.length > 1 && {
                also: offer.clashes
                  .filter(({ enrolmentId }) => enrolmentId !== changed.enrolmentId)
                  .map(({ enrolmentId }) => enrolmentId)
                  .join(','),
              }),
            }}
            variant="primary"
          >
            {seats('takeAndLeave', { section: clashing })}
          </ButtonLink>
        )}
        {!changed && (
          <Button
            variant="primary"
            pending={answer.isPending}
            disabled={offer.clashes.length > 0 || !price.data}
            onClick={() => give(true)}
          >
            {t('take')}
          </Button>
        )}
        <Button disabled={answer.isPending} onClick={() => give(false)}>
          {t('decline')}
        </Button>
      </div>
    </section>
  )
}

/** A card for each offered seat. */
export const OfferCards = ({ offers }: { offers: readonly Offer[] }) => (
  <div className="grid gap-3">
    {offers.map(offer => (
      <Card key={offer.id} offer={offer} />
    ))}
  </div>
)
