import { GraduationCap } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { SeatPrice } from '#web/enrolment/enrolments/shared/SeatPrice.tsx'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Name, useFirstName, useNames } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Place = Output<'promotions-places'>[number]

const Card = ({ place }: { place: Place }) => {
  const t = useTranslations('keptPlaces')
  const text = useUiText()
  const format = useFormat()
  const failure = useFailureText()
  const first = useFirstName()
  const names = useNames()
  const [isAsking, setAsking] = useState(false)
  const answer = useWrite('promotions-answer')
  const price = useReadLater('enrolments-heldPrice', { id: place.enrolmentId })
  const named = {
    child: first({ name: place.student, nativeName: place.studentNativeName }),
    section: first({ name: place.section, nativeName: place.nativeName }),
  }
  const give = (keeps: boolean) =>
    answer.start({ id: place.id, keeps, ...(keeps && price.data && { agreedCents: price.data.totalCents }) }, () => {
      setAsking(false)
      toast(t(keeps ? 'kept' : 'givenUp', named))
    })
  return (
    <section
      aria-label={format.labelled(t('title', named), named.section)}
      className="enter grid gap-3 rounded-xl border-2 border-marigold bg-surface p-4 shadow-1"
    >
      <h2 className="flex items-start gap-2 text-lg">
        <GraduationCap size={20} aria-hidden className="mt-0.5 shrink-0 text-marigold-ink" />
        {t('title', named)}
      </h2>
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        <Chip crayon={place.crayon}>
          <Name name={place.section} nativeName={place.nativeName} />
        </Chip>
        <span>
          {names(place.term).first} · {format.weekday(place.weekday)} {format.time(place.startsAt)}–
          {format.time(place.endsAt)}
        </span>
      </p>
      <p className="text-sm text-ink-2">
        {format.sentences([t('until', { day: format.day(place.holdUntil, 'long') }), t('invoice')])}
      </p>
      <SeatPrice read={price} section={named.section} />
      {answer.error !== null && (
        <Notice alert tone="danger">
          {failure(answer.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" pending={answer.isPending} disabled={!price.data} onClick={() => give(true)}>
          {t('keep')}
        </Button>
        <Button disabled={answer.isPending} onClick={() => setAsking(true)}>
          {t('giveUp')}
        </Button>
      </div>
      {isAsking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={t('sure', named)}
          description={t('sureHint')}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{text.cancel}</Button>
              <Button variant="danger" pending={answer.isPending} onClick={() => give(false)}>
                {t('giveUp')}
              </Button>
            </>
          }
        />
      )}
    </section>
  )
}

/** A term's seats that can't be confirmed yet, in one card, for information only. */
const Later = ({ places }: { places: readonly Place[] }) => {
  const t = useTranslations('keptPlaces')
  const first = useFirstName()
  const names = useNames()
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface p-4 shadow-1">
      <h2 id={id} className="text-lg">
        {t('later', { term: names(places[0]!.term).first })}
      </h2>
      <ul className="mt-2 grid gap-1.5">
        {places.map(place => (
          <li key={place.id} className="flex flex-wrap items-center gap-2">
            <span className="font-medium">{first({ name: place.student, nativeName: place.studentNativeName })}</span>
            <Chip crayon={place.crayon}>
              <Name name={place.section} nativeName={place.nativeName} />
            </Chip>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">{t('notYet')}</p>
    </section>
  )
}

/** A card for each seat that can be confirmed or given up now, and one for the others of each term. */
export const PlaceCards = ({ places }: { places: readonly Place[] }) => {
  const later = places.filter(({ isOpen }) => !isOpen)
  return (
    <div className="grid gap-3">
      {places
        .filter(({ isOpen }) => isOpen)
        .map(place => (
          <Card key={place.id} place={place} />
        ))}
      {[...Map.groupBy(later, ({ term }) => term.name).values()].map(of => (
        <Later key={of[0]!.id} places={of} />
      ))}
    </div>
  )
}
