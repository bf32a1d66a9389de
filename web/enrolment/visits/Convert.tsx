import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { Visit } from '#contract/enrolment/visits.ts'
import { useReadLater } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useMails } from '#web/wire/mails.ts'

type Plan = Output<'visits-price'>

const Sums = ({ plan, name }: { plan: Plan; name: string }) => {
  const t = useTranslations('visits')
  const format = useFormat()
  return (
    <div className="grid gap-2">
      {plan.outcome === 'waitlist' && <p>{t('full', { name })}</p>}
      {plan.outcome === 'approval' && <p>{t('approval')}</p>}
      {plan.outcome === 'seat' && (
        <dl className="grid gap-1 text-sm">
          {plan.lines.map(line => (
            <div key={`${line.kind} ${line.sectionId}`} className="flex justify-between gap-4">
              <dt>{t(`line.${line.kind}`)}</dt>
              <dd className="tabular-nums">{format.money(line.netCents)}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-4 border-t border-line pt-1 font-semibold">
            <dt>{t('total')}</dt>
            <dd className="tabular-nums">{format.money(plan.totalCents)}</dd>
          </div>
        </dl>
      )}
      {plan.creditCents > 0 && (
        <p className="text-sm text-primary-ink">{t('credit', { amount: format.money(plan.creditCents) })}</p>
      )}
    </div>
  )
}

/** Turns a trial into an enrolment, after a preview of its cost. */
export const Convert = ({ visit, onClose }: { visit: Visit; onClose: () => void }) => {
  const t = useTranslations('visits')
  const format = useFormat()
  const firstName = useFirstName()
  const mails = useMails()
  const form = useForm('visits-convert', () => '')
  // While the request is being sent, the preview is no longer needed.
  const plan = useReadLater('visits-price', { id: visit.id }, { enabled: !form.isPending })
  const name = firstName({ name: visit.student, nativeName: visit.studentNativeName })
  const section = firstName({ name: visit.section, nativeName: visit.nativeName })
  const found = plan.data
  const verb =
    found?.outcome === 'waitlist'
      ? t('toWaitlist')
      : found?.outcome === 'approval'
        ? t('toApproval')
        : found && found.totalCents > 0
          ? t('enrolConfirm', { total: format.money(found.totalCents) })
          : t('enrolFree')
  return (
    <FormDialog
      title={t('enrolTitle', { name, section })}
      verb={verb}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        found &&
        form.send({ id: visit.id, agreedCents: found.totalCents }, ({ outcome }) => {
          toast(t(`done.${outcome}`, { name, section, mails }))
          onClose()
        })
      }
    >
      <Later read={plan}>{shown => <Sums plan={shown} name={name} />}</Later>
    </FormDialog>
  )
}
