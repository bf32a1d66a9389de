import { CalendarClock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** When registration opens for the family, for each term that isn't open yet; nothing if there is none. */
export const WindowCard = () => {
  const t = useTranslations('windows.family')
  const format = useFormat()
  const names = useFirstName()
  const mine = useReadLater('windows-mine', {}, { withPage: true })
  return (mine.data ?? [])
    .filter(({ isOpen }) => !isOpen)
    .map(window => (
      <section
        key={window.termId}
        aria-labelledby={`window-${window.termId}`}
        className="grid gap-2 rounded-xl border border-line bg-surface p-4 sm:p-5"
      >
        <h2 id={`window-${window.termId}`} className="flex items-start gap-2 text-lg">
          <CalendarClock size={20} aria-hidden className="mt-1 shrink-0 text-primary-ink" />
          <span>
            {t('soon', { term: names(window) })}
            <span className="block tabular-nums">
              {t('when', { day: format.day(window.onDay, 'long'), time: format.time(window.time) })}
            </span>
          </span>
        </h2>
        <p className="text-ink-2">{format.sentences([t(`why.${window.audience}`), t('meanwhile')])}</p>
        <ButtonLink to="/registration" wide="phone" className="mt-1 justify-self-start">
          {t('prepare')}
        </ButtonLink>
      </section>
    ))
}
