import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { EventDetails, EventStatus } from '#contract/communication/events.ts'
import { eventMoves } from '#contract/communication/events.plain.ts'
import { noNames, useAudienceChoices, usePartText } from '#web/communication/messages/shared/audienceText.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { Fact } from '#web/records/record.tsx'
import { plusDays } from '#web/communication/events/eventDays.ts'
import { OfficeAnswers } from '#web/communication/events/office/OfficeAnswers.tsx'
import { OfficeSignUps } from '#web/communication/events/office/OfficeSignUps.tsx'
import { OfficeState } from '#web/communication/events/office/OfficeState.tsx'
import { useEventText } from '#web/communication/events/useEventText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useMails } from '#web/wire/mails.ts'

const Facts = ({ event }: { event: EventDetails }) => {
  const t = useTranslations('officeEvents')
  const eventsText = useTranslations('events')
  const text = useEventText()
  const audienceText = usePartText(useAudienceChoices(noNames).known)
  const format = useFormat()
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <OfficeState state={event.state} />
        {event.isPublic && <Badge tone="info">{t('public')}</Badge>}
      </p>
      <dl className="grid gap-3 text-sm">
        <Fact label={eventsText('when')}>{text.when(event)}</Fact>
        {event.place && <Fact label={eventsText('where')}>{event.place}</Fact>}
        <Fact label={t('audience')}>{format.list((event.audience ?? []).map(audienceText))}</Fact>
        {event.rsvpClosesAt && <Fact label={t('fields.rsvpClosesAt')}>{text.wall(event.rsvpClosesAt)}</Fact>}
      </dl>
      {(event.description || event.nativeDescription) && (
        <div className="grid gap-2 text-sm">
          {[event.description, event.nativeDescription].filter(Boolean).map(paragraph => (
            <p key={paragraph} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      )}
    </>
  )
}

type Asked = 'cancel' | 'remove' | 'copy'

/** The confirmations before what can't be undone, and the day of a copy. */
const Question = ({
  asked,
  event,
  isPending,
  onCancel,
  onRemove,
  onCopy,
  onClose,
}: {
  asked: Asked
  event: EventDetails
  isPending: boolean
  onCancel: () => void
  onRemove: () => void
  onCopy: (day: string) => void
  onClose: () => void
}) => {
  const t = useTranslations('officeEvents')
  const mails = useMails()
  const title = useFirstName()({ name: event.title, nativeName: event.nativeTitle })
  const ui = useUiText()
  const [day, setDay] = useState(() => plusDays(event.startsOn, 7))
  const heads = {
    cancel: t('cancelTitle', { title }),
    remove: t('removeTitle', { title }),
    copy: t('copyTitle', { title }),
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={heads[asked]}
      actions={
        <>
          <Button onClick={onClose}>{asked === 'copy' ? ui.cancel : t('keep')}</Button>
          {asked === 'copy' ? (
            <Button variant="primary" pending={isPending} disabled={day === ''} onClick={() => onCopy(day)}>
              {t('doCopy')}
            </Button>
          ) : (
            <Button variant="danger" pending={isPending} onClick={asked === 'cancel' ? onCancel : onRemove}>
              {t(asked === 'cancel' ? 'doCancelEvent' : 'remove')}
            </Button>
          )}
        </>
      }
    >
      {asked === 'copy' ? (
        <Field label={t('copyDay')}>
          <Input type="date" className="max-w-44" value={day} onChange={typed => setDay(typed.target.value)} />
        </Field>
      ) : (
        <p>
          {asked === 'remove'
            ? t('removeText')
            : event.answers.yes + event.slotsTaken === 0
              ? t('cancelNobody')
              : t('cancelText', { n: event.answers.yes, m: event.slotsTaken, mails })}
        </p>
      )}
    </Dialog>
  )
}

type OfficeEventPanelProps = {
  event: EventDetails
  onEdit: () => void
  onOpen: (id: string) => void
  /** Undoes a bulk change. */
  onUndo: (batchId: string) => void
  onClose: () => void
}

/** One event beside the calendar: facts, answers, sign-ups, and the possible transitions. */
export const OfficeEventPanel = ({ event, onEdit, onOpen, onUndo, onClose }: OfficeEventPanelProps) => {
  const t = useTranslations('officeEvents')
  const format = useFormat()
  const failureText = useFailureText()
  const name = useFirstName()
  const move = useWrite('events-move')
  const remove = useWrite('events-remove')
  const copy = useWrite('events-copy')
  const [asked, setAsked] = useState<Asked | null>(null)
  const title = name({ name: event.title, nativeName: event.nativeTitle })
  const error = move.error ?? remove.error ?? copy.error
  const isPending = move.isPending || remove.isPending || copy.isPending
  const go = (to: EventStatus, back?: EventStatus) =>
    move.start({ id: event.id, to }, () => {
      setAsked(null)
      toast(t(`moved.${to}`, { title }), back && (() => go(back)))
    })
  const mayChange = useMay()('events-change') === true
  const moves = mayChange ? eventMoves[event.status] : []
  const isAnswered = event.answers.yes + event.answers.no + event.answers.maybe + event.slotsTaken > 0
  return (
    <>
      <SidePanel
        open
        onClose={onClose}
        title={<Name name={event.title} nativeName={event.nativeTitle} />}
        actions={
          <>
            {moves.includes('cancelled') && event.state !== 'ended' && (
              <Button onClick={() => setAsked('cancel')}>{t('moves.cancelled')}</Button>
            )}
            {mayChange && event.status === 'draft' && (
              <Button icon={Trash2} onClick={() => setAsked('remove')}>
                {t('remove')}
              </Button>
            )}
            {moves.includes('draft') && !isAnswered && event.state !== 'ended' && (
              <Button pending={isPending} onClick={() => go('draft', 'published')}>
                {t('moves.draft')}
              </Button>
            )}
            {moves.includes('published') && (
              <Button variant="primary" pending={isPending} onClick={() => go('published', 'draft')}>
                {t('moves.published')}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-6">
          {error !== null && asked === null && (
            <Notice alert tone="danger">
              {failureText(error)}
            </Notice>
          )}
          {mayChange && (
            <div className="flex flex-wrap gap-2">
              {event.status !== 'cancelled' && (
                <Button size="small" icon={Pencil} onClick={onEdit}>
                  {t('edit')}
                </Button>
              )}
              <Button size="small" icon={Copy} onClick={() => setAsked('copy')}>
                {t('copy')}
              </Button>
            </div>
          )}
          <Facts event={event} />
          {event.takesRsvp && <OfficeAnswers event={event} />}
          {event.slots.length > 0 && <OfficeSignUps event={event} onUndo={onUndo} />}
        </div>
      </SidePanel>
      {asked !== null && (
        <Question
          asked={asked}
          event={event}
          isPending={isPending}
          onCancel={() => go('cancelled')}
          onRemove={() =>
            remove.start({ id: event.id }, () => {
              toast(t('removed'))
              onClose()
            })
          }
          onCopy={startsOn =>
            copy.start({ id: event.id, startsOn }, made => {
              setAsked(null)
              toast(t('copied', { day: format.day(startsOn, 'weekday') }))
              onOpen(made.id)
            })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
