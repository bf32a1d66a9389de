import { useTranslations } from 'use-intl'
import type { Cancellation } from '#contract/enrolment/cancellations.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useMay } from '#web/session/may.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useRestore } from '#web/enrolment/cancellations/useRestore.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns a function that says briefly what replaces canceled lessons. */
const useInstead = (): ((of: Pick<Cancellation, 'remedy' | 'makeUpOn' | 'creditCents'>) => string) => {
  const t = useTranslations('cancellations')
  const format = useFormat()
  return ({ remedy, makeUpOn, creditCents }) =>
    remedy === 'makeUp' && makeUpOn !== null
      ? t('madeUpOn', { day: format.day(makeUpOn, 'long') })
      : remedy === 'credit'
        ? t('creditGiven', { amount: format.money(creditCents) })
        : t('nothingInstead')
}

const Standing = ({ cancellation, isOver }: { cancellation: Cancellation; isOver: boolean }) => {
  const t = useTranslations('cancellations')
  const format = useFormat()
  const firstName = useFirstName()
  const failureText = useFailureText()
  const instead = useInstead()
  const may = useMay()
  const restore = useRestore()
  const mayRestore =
    !isOver &&
    may('cancellations-restore') === true &&
    (cancellation.creditCents === 0 || may('payments-charge') === true)
  const reason = firstName({ name: cancellation.reason, nativeName: cancellation.nativeReason })
  return (
    <>
      <Notice
        tone="warn"
        title={
          cancellation.kind === 'lesson'
            ? t('offLesson', {
                name: firstName({ name: cancellation.section, nativeName: cancellation.sectionNativeName }),
              })
            : t('off')
        }
        action={
          mayRestore ? (
            <Button
              size="small"
              title={t('restoreHint')}
              pending={restore.isPending}
              onClick={() =>
                restore.start({ id: cancellation.id }, () =>
                  toast(t('restored', { day: format.day(cancellation.onDay, 'weekday') })),
                )
              }
            >
              {t('restore')}
            </Button>
          ) : undefined
        }
      >
        {reason} · {instead(cancellation)}
      </Notice>
      {restore.error !== null && (
        <Notice alert tone="danger">
          {failureText(restore.error)}
        </Notice>
      )}
    </>
  )
}

/** The cancellations of a school day: why, what replaces the lessons, and undoing them unless its term is over. */
export const OfficeCalledOff = ({ sessionDateId, isOver }: { sessionDateId: string; isOver: boolean }) => {
  const found = useReadLater('cancellations-list', { sessionDateId })
  const standing = (found.data ?? []).filter(each => each.restoredAt === null && each.sessionDateId === sessionDateId)
  if (standing.length === 0) return null
  return (
    <div className="grid gap-2">
      {standing.map(each => (
        <Standing key={each.id} cancellation={each} isOver={isOver} />
      ))}
    </div>
  )
}
