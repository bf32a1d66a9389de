import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChangeRequest } from '#contract/people/parents.record.ts'
import { changeRequestMoves } from '#contract/people/parents.record.plain.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { Named, useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { ChangeDiff, useChangeTitle } from '#web/people/parents/ChangeDiff.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Loading } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

const Decline = ({ request, onClose }: { request: ChangeRequest; onClose: () => void }) => {
  const t = useTranslations('record.queue')
  const title = useChangeTitle()
  const form = useForm('parents-answerChange', () => t('note'))
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={t('declineTitle')}
      description={title(request)}
      form={form}
      verb={t('decline')}
      danger
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: request.id, to: 'declined', note }, () => {
          toast(t('declined'))
          onClose()
        })
      }
    >
      <Field {...form.field('note')} label={t('note')} hint={t('noteHint')} optional>
        <Textarea value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

const Row = ({ request, withFamily }: { request: ChangeRequest; withFamily: boolean }) => {
  const t = useTranslations('record')
  const title = useChangeTitle()
  const format = useFormat()
  const firstName = useFirstName()
  const familyName = useFamilyName()
  const answer = useWrite('parents-answerChange')
  const [isDeclining, setDeclining] = useState(false)
  const moves = changeRequestMoves[request.status]
  const approve = () => answer.start({ id: request.id, to: 'approved', note: '' }, () => toast(t('queue.approved')))
  return (
    <li className="grid gap-2 border-b border-line py-3 first:pt-0 last:border-0">
      <div>
        <p className="font-semibold">{title(request)}</p>
        <p className="text-sm text-ink-2">
          {withFamily && (
            <>
              <Link to="/adminparent" search={{ id: request.householdId }} className={textLink}>
                {t('queue.family', { name: familyName(request) })}
              </Link>
              {' · '}
            </>
          )}
          {t('ask.askedBy', { name: firstName(request.askedBy), day: format.instant(request.askedAt, 'day') })}
        </p>
      </div>
      {request.subject && request.kind !== 'child' && (
        <p className="text-sm">
          <Named names={request.subject} />
        </p>
      )}
      <ChangeDiff request={request} />
      <Failure error={answer.error} again={approve} />
      <div className="flex flex-wrap gap-2">
        {moves.includes('approved') && (
          <Button
            size="small"
            variant="primary"
            pending={answer.isPending}
            aria-label={t('queue.approveOf', { what: title(request) })}
            onClick={approve}
          >
            {t('queue.approve')}
          </Button>
        )}
        {moves.includes('declined') && (
          <Button
            size="small"
            aria-label={t('queue.declineOf', { what: title(request) })}
            onClick={() => setDeclining(true)}
          >
            {t('queue.decline')}
          </Button>
        )}
      </div>
      {isDeclining && <Decline request={request} onClose={() => setDeclining(false)} />}
    </li>
  )
}

/** The changes that families request from the office, oldest first; within a family's panel, only its own. */
export const OfficeRequests = ({ householdId }: { householdId?: string }) => {
  const t = useTranslations('record.queue')
  const pages = usePages('parents-requests', { status: 'filed', ...(householdId && { householdId }) })
  return (
    <>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <p className="text-sm text-ink-2">{t('none')}</p>}
      <ul className="grid">
        {pages.rows?.map(request => (
          <Row key={request.id} request={request} withFamily={householdId === undefined} />
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </>
  )
}
