import { useTranslations } from 'use-intl'
import type { RefundPreview } from '#contract/leavings.ts'
import type { Student } from '#contract/students.ts'
import { useReadLater, useWrite } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import { useMay } from '#web/may.ts'
import { useFirstName } from '#web/Name.tsx'
import { useChargeText } from '#web/slices/payments/entryText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/useFormat.ts'

const LeftClass = ({ refund }: { refund: RefundPreview }) => {
  const t = useTranslations('payments.leaving')
  const format = useFormat()
  const first = useFirstName()
  const words = useFailureText()
  const chargeText = useChargeText()
  const may = useMay()
  const post = useWrite('payments-postRefund', ['students', 'parents'])
  const { enrolmentId } = refund
  const section = first({ name: refund.section, nativeName: refund.sectionNativeName })
  if (refund.postedOn !== null)
    return (
      <li>{t('posted', { section, amount: format.money(refund.totalCents), day: format.day(refund.postedOn) })}</li>
    )
  return (
    <li className="grid gap-2">
      <p className="font-semibold">{t('section', { section, day: format.day(refund.onDay) })}</p>
      <ul className="text-ink-2">
        {refund.lines.map(line => (
          <li key={line.chargeId}>
            {t('lines', {
              what: chargeText({ kind: line.kind, description: '', nativeDescription: '' }),
              back: format.money(line.backCents),
              net: format.money(line.netCents),
            })}
          </li>
        ))}
        {refund.feeCents > 0 && <li>{t('fee', { amount: format.money(refund.feeCents) })}</li>}
      </ul>
      {post.error !== null && (
        <Notice alert tone="danger">
          {words(post.error)}
        </Notice>
      )}
      {refund.totalCents === 0 ? (
        <p>{t('postNothing')}</p>
      ) : (
        may('payments-postRefund') === true && (
          <Button
            size="small"
            className="justify-self-start"
            pending={post.isPending}
            onClick={() =>
              post.start({ enrolmentId, onDay: refund.onDay, agreedCents: refund.totalCents }, answer =>
                toast(
                  t('postedToast', {
                    amount: format.money(answer.totalCents),
                    balance: format.money(answer.balanceCents),
                  }),
                ),
              )
            }
          >
            {t('post', { amount: format.money(refund.totalCents) })}
          </Button>
        )
      )}
    </li>
  )
}

/** Classes that a student has left, with what the refund rules give back for each until it is posted. */
export const LeftClasses = ({ student }: { student: Student }) => {
  const t = useTranslations('payments.leaving')
  const may = useMay()
  const { data = [] } = useReadLater(
    'payments-leavings',
    { studentId: student.id },
    { enabled: may('payments-leavings') === true },
  )
  const left = data.filter(({ postedOn, lines }) => postedOn !== null || lines.length > 0)
  if (left.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-base">{t('title')}</h3>
      <p className="mb-2 text-sm text-ink-2">{t('hint')}</p>
      <ul className="grid gap-4 text-sm">
        {left.map(refund => (
          <LeftClass key={refund.enrolmentId} refund={refund} />
        ))}
      </ul>
    </section>
  )
}

/** What leaving a class today would come to, for whoever is about to say so. */
export const RefundOutcome = ({ enrolmentId }: { enrolmentId: string }) => {
  const t = useTranslations('payments.leaving')
  const format = useFormat()
  const may = useMay()
  const { data: refund } = useReadLater(
    'payments-refundPreview',
    { enrolmentId },
    { enabled: may('payments-refundPreview') === true },
  )
  if (!refund) return null
  const day = format.day(refund.onDay)
  return (
    <Notice className="mb-4">
      {refund.totalCents > 0
        ? t('would', { day, amount: format.money(refund.totalCents) })
        : t('wouldNothing', { day })}
    </Notice>
  )
}
