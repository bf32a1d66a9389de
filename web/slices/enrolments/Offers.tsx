import { Sparkles } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater, useWrite } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import { Name, useFirstName } from '#web/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/useFormat.ts'

type Offer = Output<'enrolments-offers'>[number]

const Card = ({ of }: { of: Offer }) => {
  const t = useTranslations('offers')
  const format = useFormat()
  const failure = useFailureText()
  const names = useFirstName()
  const answer = useWrite('enrolments-answerOffer', ['lotteries'])
  const named = {
    child: names({ name: of.student, nativeName: of.studentNativeName }),
    section: names({ name: of.section, nativeName: of.nativeName }),
  }
  const give = (accepts: boolean) =>
    answer.start({ id: of.id, accepts }, () => toast(t(accepts ? 'taken' : 'declined', named)))
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
        <Chip crayon={of.crayon}>
          <Name name={of.section} nativeName={of.nativeName} />
        </Chip>
        {format.weekday(of.weekday)} {format.time(of.startsAt)}–{format.time(of.endsAt)} · {format.money(of.priceCents)}
      </p>
      <p className="text-sm text-ink-2">{t('hint')}</p>
      {answer.error !== null && (
        <Notice alert tone="danger">
          {failure(answer.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={answer.isPending} onClick={() => give(true)}>
          {t('take')}
        </Button>
        <Button disabled={answer.isPending} onClick={() => give(false)}>
          {t('decline')}
        </Button>
      </div>
    </section>
  )
}

/** Seats that have become free for one's children, to take or to leave; nothing while there are none. */
export const Offers = () => {
  const offers = useReadLater('enrolments-offers', {})
  if (!offers.data || offers.data.length === 0) return null
  return (
    <div className="grid gap-3">
      {offers.data.map(offer => (
        <Card key={offer.id} of={offer} />
      ))}
    </div>
  )
}
