import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useGuestRead } from '#web/wire/guestRead.ts'
import { useOwnText } from '#web/words/ownText.ts'
import { Prose } from '#web/words/Prose.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The current policies that families sign when they register, to be read beforehand. */
export const PublicPolicies = () => {
  const t = useTranslations('rules')
  const own = useOwnText()
  const format = useFormat()
  const policies = useGuestRead('policies-current', {})
  if (policies.length === 0) return null
  return (
    <section aria-labelledby="policies" className="mt-10">
      <h3 id="policies" className="display text-lg">
        {t('policies')}
      </h3>
      <p className="mb-3 text-sm text-ink-2">{t('policiesHint')}</p>
      {policies.map(({ kind, title, nativeTitle, text, nativeText, version, publishedAt }) => (
        <details key={kind} className="group max-w-[66ch] border-t border-line last:border-b">
          <summary className="flex min-h-control cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
            {own(title, nativeTitle)}
            <ChevronDown
              size={18}
              aria-hidden
              className="shrink-0 text-ink-2 transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="text-sm text-ink-2">
            {t('version', { n: String(version), day: format.instant(publishedAt, 'day') })}
          </p>
          <Prose className="grid gap-3 py-3" text={own(text, nativeText)} />
        </details>
      ))}
    </section>
  )
}
