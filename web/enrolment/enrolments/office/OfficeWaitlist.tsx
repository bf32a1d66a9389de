import { useTranslations } from 'use-intl'
import { waitlistMoves } from '#contract/enrolment/enrolments.plain.ts'
import type { Output } from '#contract/index.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { OfficePastLine } from './OfficePastLine.tsx'

type Entry = Output<'enrolments-waitlist'>[number]

const bySection = (entries: readonly Entry[]): [string, Entry[]][] => {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) groups.set(entry.sectionId, [...(groups.get(entry.sectionId) ?? []), entry])
  return [...groups]
}

/** One place in line, with what its state allows; only the first who has no offer yet can be offered a free seat. */
const Place = ({ entry, isNext }: { entry: Entry; isNext: boolean }) => {
  const t = useTranslations('enrolling')
  const rules = useTranslations('seatRules')
  const format = useFormat()
  const failure = useFailureText()
  const nameText = useNameText()
  const move = useWrite('enrolments-moveWaiting')
  const answer = useWrite('enrolments-answerOffer')
  const name = nameText({ name: entry.student, nativeName: entry.nativeName })
  const may = useMay()
  const moves = may('enrolments-moveWaiting') === true ? waitlistMoves[entry.status] : []
  const done = (sending: Promise<unknown>, text: string) =>
    sending.then(() => toast(text)).catch((error: unknown) => toast(failure(error)))
  const isPending = move.isPending || answer.isPending
  return (
    <li className="grid gap-1 border-b border-line py-2 text-sm last:border-0">
      <div className="flex items-baseline gap-3">
        <span className="w-6 shrink-0 text-end font-semibold tabular-nums">{entry.position}</span>
        <span className="min-w-0 flex-1 font-medium">
          <Name name={entry.student} nativeName={entry.nativeName} />
        </span>
        <span className="shrink-0 text-ink-2">
          {entry.status === 'offered' ? (
            <Badge tone="warn">{t('offered')}</Badge>
          ) : (
            t('since', { day: format.instant(entry.joinedAt, 'day') })
          )}
        </span>
      </div>
      {(entry.reasons.length > 0 || entry.expiresAt !== null) && (
        <p className="flex flex-wrap items-center gap-2 ps-9 text-ink-2">
          {entry.reasons.map(reason => (
            <Badge key={reason} tone="info">
              {rules(`short.${reason}`)}
            </Badge>
          ))}
          {entry.expiresAt !== null && rules('until', { time: format.instant(entry.expiresAt) })}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 ps-9">
        {moves.includes('offered') && isNext && entry.freeSeats > 0 && (
          <Button
            size="small"
            variant="primary"
            pending={move.isPending}
            onClick={() => void done(move.send({ id: entry.id, to: 'offered' }), t('offeredToast', { name }))}
          >
            {t('offer')}
          </Button>
        )}
        {moves.includes('accepted') && (
          <Button
            size="small"
            pending={answer.isPending}
            onClick={() => void done(answer.send({ id: entry.id, accepts: true }), t('acceptedToast', { name }))}
          >
            {t('acceptFor')}
          </Button>
        )}
        {moves.includes('removed') && (
          <Button
            size="small"
            variant="quiet"
            disabled={isPending}
            onClick={() => void done(move.send({ id: entry.id, to: 'removed' }), t('removedToast', { name }))}
          >
            {t('remove')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** What the school has decided of freed seats, and where it decides it. */
const Rule = () => {
  const t = useTranslations('seatRules')
  const may = useMay()
  const { data } = useReadLater('config-registration', {})
  if (!data) return null
  return (
    <p className="text-sm text-ink-2">
      {data.offersByItself ? t('byItselfNote', { n: data.offerHours }) : t('byHandNote')}{' '}
      {may('config-changeRegistration') === true && (
        <Link to="/adminconfig" search={{ subMenu: 'registration' }} className={textLink}>
          {t('change')}
        </Link>
      )}
    </p>
  )
}

/** Everybody who waits, class by class in the order of their place. */
export const OfficeWaitlist = () => {
  const t = useTranslations('enrolling')
  const waitlist = useReadLater('enrolments-waitlist', {})
  return (
    <Later read={waitlist}>
      {entries =>
        entries.length === 0 ? (
          <p className="text-ink-2">{t('nobodyWaits')}</p>
        ) : (
          <div className="grid gap-5">
            <Rule />
            {bySection(entries).map(([sectionId, waiting]) => {
              const { section, sectionNativeName, crayon, freeSeats } = waiting[0]!
              const next = waiting.find(({ status }) => status === 'waiting')
              return (
                <section key={sectionId} aria-label={section}>
                  <h3 className="mb-1 flex flex-wrap items-center gap-2 font-sans tracking-normal">
                    <Chip crayon={crayon}>
                      <Name name={section} nativeName={sectionNativeName} />
                    </Chip>
                    {freeSeats > 0 && <Badge tone="good">{t('freeSeats', { n: freeSeats })}</Badge>}
                  </h3>
                  <ol className="grid">
                    {waiting.map(entry => (
                      <Place key={entry.id} entry={entry} isNext={entry === next} />
                    ))}
                  </ol>
                  <OfficePastLine sectionId={sectionId} />
                </section>
              )
            })}
          </div>
        )
      }
    </Later>
  )
}
