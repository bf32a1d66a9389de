import { CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { healthFields, saidIn } from '#contract/studentFields.plain.ts'
import type { Output } from '#contract/index.ts'
import type { Household } from '#contract/people/parents.ts'
import { useWrite } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

type Asked = Output<'confirmations-mine'>[number]

/** Asks a family whether its record is still correct. */
export const ConfirmCard = ({ household, asked }: { household: Household; asked: Asked }) => {
  const t = useTranslations('confirming')
  const firstName = useFirstName()
  const format = useFormat()
  const { day } = useSchoolClock()
  const write = useWrite('confirmations-confirm')
  const confirm = () => write.start({ roundId: asked.roundId, householdId: household.id }, () => toast(t('done')))
  if (asked.confirmedAt !== null)
    return (
      <Card className="min-[56.25rem]:col-span-2">
        <p className="flex items-start gap-2">
          <CircleCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-primary-ink" />
          <span>
            <strong className="font-semibold">
              {t('confirmed', {
                day: format.instant(asked.confirmedAt, 'day'),
                name: asked.confirmedBy ? firstName(asked.confirmedBy) : household.name,
              })}
            </strong>{' '}
            <span className="text-ink-2">{t('confirmedHint')}</span>
          </span>
        </p>
        <Failure error={write.error} again={confirm} />
        <Button size="small" className="mt-3" pending={write.isPending} onClick={confirm}>
          {t('again')}
        </Button>
      </Card>
    )
  return (
    <Card title={t('title')} className="border-2 border-marigold min-[56.25rem]:col-span-2">
      <p className="max-w-[66ch]">{t('text', { day: format.day(asked.dueOn), isLate: String(asked.dueOn < day) })}</p>
      <h3 className="mt-4 mb-1 text-sm font-semibold">{t('health')}</h3>
      <ul className="divide-y divide-line">
        {household.children.map(child => (
          <li key={child.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5">
            <span className="font-medium">
              <Named names={child} />
            </span>
            <span className="min-w-0 flex-1 basis-40 text-sm text-ink-2 wrap-anywhere">
              {saidIn(healthFields, child).join(' · ') || t('nothingNoted')}
            </span>
            <Link
              to="/student"
              search={{ child: child.id, edit: 'medical' }}
              aria-label={t('changeHealth', { name: firstName(child) })}
              className={`inline-flex min-h-11 items-center ${textLink}`}
            >
              {t('change')}
            </Link>
          </li>
        ))}
      </ul>
      <Failure error={write.error} again={confirm} />
      <Button variant="primary" wide="phone" className="mt-3" pending={write.isPending} onClick={confirm}>
        {t('confirm')}
      </Button>
    </Card>
  )
}
