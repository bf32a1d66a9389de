import { CalendarOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useRead } from '#web/wire/call.ts'
import { useFirstName, type TwoNames } from '#web/words/Name.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The children concerned. Answers that a device has kept from an earlier release don't name them. */
const Affected = ({ list = [] }: { list: readonly TwoNames[] | undefined }) => {
  const t = useTranslations('cancellations.mine')
  const format = useFormat()
  const firstName = useFirstName()
  return list.length > 0 && <p className="mt-1 text-sm">{t('children', { names: format.list(list.map(firstName)) })}</p>
}

/** The canceled lessons and classes of the reader or their children: why, and what replaces them; nothing if there are none. */
export const CalledOff = () => {
  const t = useTranslations('cancellations.mine')
  const format = useFormat()
  const firstName = useFirstName()
  const found = useRead('cancellations-mine', {})
  if (found.length === 0) return null
  return (
    <Card title={t('title')}>
      <ul className="-my-2 divide-y divide-line">
        {found.map(({ id, kind, onDay, reason, nativeReason, makeUpOn, creditCents, sections, children }) => {
          const day = format.day(onDay, 'weekday')
          const names = format.list(sections.map(firstName))
          return (
            <li key={id} className="flex gap-3 py-2.5">
              <CalendarOff size={20} aria-hidden className="mt-0.5 shrink-0 text-danger-ink" />
              <div className="min-w-0">
                <p className="font-semibold">{t(kind, { day, names })}</p>
                <p className="text-sm text-ink-2">{firstName({ name: reason, nativeName: nativeReason })}</p>
                <Affected list={children} />
                {makeUpOn !== null && (
                  <p className="mt-1 text-sm font-medium">{t('makeUp', { day: format.day(makeUpOn, 'long') })}</p>
                )}
                {creditCents > 0 && (
                  <p className="mt-1 text-sm font-medium">
                    {t(kind === 'class' ? 'reversed' : 'credit', { amount: format.money(creditCents) })}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
