import { useTranslations } from 'use-intl'
import type { Withdrawal } from '#contract/enrolment/leavings.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useMay } from '#web/session/may.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { WithdrawalFigures } from '#web/enrolment/leavings/Leave.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const EndedPlace = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const t = useTranslations('leavings.ended')
  const format = useFormat()
  const first = useFirstName()
  const failureText = useFailureText()
  const may = useMay()
  const settle = useWrite('leavings-settle')
  const section = first({ ...withdrawal, name: withdrawal.section, nativeName: withdrawal.sectionNativeName })
  if (withdrawal.postedOn !== null)
    return (
      <li>
        {t('settled', { section, amount: format.money(withdrawal.totalCents), day: format.day(withdrawal.postedOn) })}
      </li>
    )
  return (
    <li className="grid gap-2">
      <p className="font-semibold">{t('section', { section, day: format.day(withdrawal.onDay) })}</p>
      <WithdrawalFigures withdrawal={withdrawal} isOffice />
      {settle.error !== null && (
        <Notice alert tone="danger">
          {failureText(settle.error)}
        </Notice>
      )}
      {withdrawal.totalCents === 0 ? (
        <p>{t('nothing')}</p>
      ) : (
        may('leavings-settle') === true && (
          <Button
            size="small"
            className="justify-self-start"
            pending={settle.isPending}
            onClick={() =>
              settle.start(
                {
                  enrolmentId: withdrawal.enrolmentId,
                  onDay: withdrawal.onDay,
                  agreedCents: withdrawal.totalCents,
                  agreedFreeCents: withdrawal.freeCents,
                  back: 'credit',
                  note: '',
                },
                answer =>
                  toast(
                    t('toast', {
                      amount: format.money(answer.totalCents),
                      balance: format.money(answer.balanceCents),
                    }),
                  ),
              )
            }
          >
            {t('settle', { amount: format.money(withdrawal.totalCents) })}
          </Button>
        )
      )}
    </li>
  )
}

/** The enrolments that the office ended by hand, each with the refund under the rules until it is settled. */
export const OfficeEnded = ({ studentId }: { studentId: string }) => {
  const t = useTranslations('leavings.ended')
  const may = useMay()
  const { data = [] } = useReadLater('leavings-ended', { studentId }, { enabled: may('leavings-ended') === true })
  const ended = data.filter(({ postedOn, lines }) => postedOn !== null || lines.length > 0)
  if (ended.length === 0) return null
  const isSettled = ended.every(({ postedOn }) => postedOn !== null)
  return (
    <Part title={t(isSettled ? 'titleSettled' : 'title')}>
      {!isSettled && <p className="mb-2 text-sm text-ink-2">{t('hint')}</p>}
      <ul className="grid gap-4 text-sm">
        {ended.map(of => (
          <EndedPlace key={of.enrolmentId} withdrawal={of} />
        ))}
      </ul>
    </Part>
  )
}
