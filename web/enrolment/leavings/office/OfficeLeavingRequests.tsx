import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LeavingRequest } from '#contract/enrolment/leavings.ts'
import { typeMoves } from '#contract/enrolment/leavings.plain.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { TransferFigures } from '#web/enrolment/leavings/Change.tsx'
import { WithdrawalFigures } from '#web/enrolment/leavings/Leave.tsx'
import { TypeFigures } from '#web/enrolment/leavings/Retype.tsx'
import { NoteField } from '#web/enrolment/leavings/NoteField.tsx'
import { isPreviewOutdated } from '#web/enrolment/leavings/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The outcome as of the day of the request, for any kind of request. */
const useOutcome = ({ kind, enrolmentId, toSectionId, leaves, onDay }: LeavingRequest) => {
  const withdrawal = useReadLater('leavings-preview', { enrolmentId, onDay }, { enabled: kind === 'withdrawal' })
  const type = useReadLater('leavings-previewType', { enrolmentId, onDay }, { enabled: kind === 'type' })
  const transfer = useReadLater(
    'leavings-previewTransfer',
    { enrolmentId, toSectionId: toSectionId ?? enrolmentId, leaves, onDay },
    { enabled: kind === 'transfer' },
  )
  const { error, refetch } = { withdrawal, transfer, type }[kind]
  const data = withdrawal.data ?? transfer.data ?? type.data
  const change = transfer.data ?? type.data
  const agreed = withdrawal.data
    ? { agreedCents: withdrawal.data.totalCents, agreedFreeCents: withdrawal.data.freeCents }
    : change
      ? { agreedCents: change.differenceCents, agreedFreeCents: change.freeCents }
      : null
  return {
    found: { data, error, refetch },
    withdrawal: withdrawal.data,
    transfer: transfer.data,
    type: type.data,
    agreed,
  }
}

const useShownText = (): ((of: LeavingRequest) => string) => {
  const t = useTranslations('leavings.requests')
  const format = useFormat()
  return of => {
    const back = of.kind === 'withdrawal' ? of.agreedCents : -of.agreedCents
    if (back === 0) return t('shownNothing')
    return back > 0
      ? `${t('shownBack', { amount: format.money(back) })}, ${t(`as.${of.back}`)}`
      : t('shownMore', { amount: format.money(-back) })
  }
}

const Answer = ({ request, onClose }: { request: LeavingRequest; onClose: () => void }) => {
  const t = useTranslations('leavings')
  const text = useUiText()
  const format = useFormat()
  const first = useFirstName()
  const failureText = useFailureText()
  const [note, setNote] = useState('')
  const { found, withdrawal, transfer, type, agreed } = useOutcome(request)
  const write = useWrite('leavings-answer')
  const answer = (confirms: boolean) =>
    write.start(
      { requestId: request.id, confirms, note, ...(agreed ?? { agreedCents: 0, agreedFreeCents: 0 }) },
      () => {
        toast(t(confirms ? 'requests.confirmed' : 'requests.declined'))
        onClose()
      },
    )
  const isAtNote = write.error instanceof CallError && write.error.fields.length > 0
  const student = first({ name: request.student, nativeName: request.studentNativeName })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('requests.title', { name: student })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button disabled={write.isPending} onClick={() => answer(false)}>
            {t('requests.decline')}
          </Button>
          <Button
            variant="primary"
            pending={write.isPending}
            disabled={agreed === null || transfer?.to.free === 0}
            onClick={() => answer(true)}
          >
            {t('requests.confirm', { day: format.day(request.onDay) })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {write.error !== null && !isAtNote && (
          <Notice alert tone={isPreviewOutdated(write.error) ? 'warn' : 'danger'}>
            {isPreviewOutdated(write.error) ? t('changed') : failureText(write.error)}
          </Notice>
        )}
        {request.note && <p className="whitespace-pre-line">{request.note}</p>}
        {agreed !== null && agreed.agreedCents !== request.agreedCents && (
          <Notice tone="warn">{t('requests.differs', { amount: format.money(request.agreedCents) })}</Notice>
        )}
        <Later read={found}>
          {() => (
            <>
              {withdrawal && <WithdrawalFigures withdrawal={withdrawal} isOffice />}
              {transfer && <TransferFigures transfer={transfer} />}
              {type && <TypeFigures change={type} />}
            </>
          )}
        </Later>
        <NoteField
          isOffice
          {...(transfer && { reasons: transfer.to.reasons })}
          {...(type && { reasons: type.reasons })}
          note={note}
          onChange={setNote}
          error={write.error}
        />
      </div>
    </Dialog>
  )
}

/** The families' requests to leave or change a class, oldest first, each with what the family was shown. */
export const OfficeLeavingRequests = () => {
  const t = useTranslations('leavings.requests')
  const format = useFormat()
  const first = useFirstName()
  const shown = useShownText()
  const may = useMay()
  const requests = useReadLater('leavings-requests', {})
  const [answering, setAnswering] = useState<LeavingRequest | null>(null)
  return (
    <>
      <Later read={requests}>
        {found =>
          found.length === 0 ? (
            <p className="text-ink-2">{t('none')}</p>
          ) : (
            <ul>
              {found.map(each => (
                <li key={each.id} className="grid gap-1 border-b border-line py-3 text-sm first:pt-0 last:border-0">
                  <div className="flex flex-wrap items-baseline gap-2">
                    <Link to="/adminstudent" search={{ id: each.studentId }} className={`font-medium ${textLink}`}>
                      <Name name={each.student} nativeName={each.studentNativeName} />
                    </Link>
                    <Chip crayon={each.crayon}>
                      {first({ ...each, name: each.section, nativeName: each.sectionNativeName })}
                    </Chip>
                  </div>
                  <p>
                    {each.kind === 'type'
                      ? t(`type.${typeMoves[each.type][0]!}`, {
                          section: first({ ...each, name: each.section, nativeName: each.sectionNativeName }),
                        })
                      : each.kind === 'transfer'
                        ? t('change', {
                            section: first({ ...each, name: each.section, nativeName: each.sectionNativeName }),
                            to: first({ name: each.toSection, nativeName: each.toSectionNativeName }),
                          })
                        : t('leave', {
                            section: first({ ...each, name: each.section, nativeName: each.sectionNativeName }),
                          })}
                  </p>
                  <p className="text-ink-2">{shown(each)}</p>
                  <div className="flex flex-wrap items-center justify-between gap-2">
                    <span className="text-ink-2">
                      {t('by', {
                        name: first({ name: each.requestedBy, nativeName: each.requestedByNativeName }),
                        at: format.instant(each.at),
                      })}
                    </span>
                    {may('leavings-answer') === true && (
                      <Button
                        size="small"
                        aria-label={t('answerName', {
                          student: first({ name: each.student, nativeName: each.studentNativeName }),
                        })}
                        onClick={() => setAnswering(each)}
                      >
                        {t('answer')}
                      </Button>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Later>
      {answering && <Answer request={answering} onClose={() => setAnswering(null)} />}
    </>
  )
}
