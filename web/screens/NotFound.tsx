import { useTranslations } from 'use-intl'
import { ButtonLink } from '#web/routing/link.tsx'
import { useUiText } from '#web/ui/text.tsx'

/** The page for every unknown address. */
export default function NotFound() {
  const t = useTranslations('notFound')
  const { site } = useUiText()
  return (
    <div className="paper grid min-h-[calc(100dvh-4rem)] place-items-center px-gutter py-16">
      <title>{`${t('title')} · ${site}`}</title>
      <div className="grid max-w-lg justify-items-start gap-5 rounded-xl border border-line bg-surface p-8 shadow-2">
        <h1 tabIndex={-1} className="text-2xl">
          <span className="stroke">{t('title')}</span>
        </h1>
        <p className="text-ink-2">{t('text')}</p>
        <ButtonLink to="/" variant="primary">
          {t('home')}
        </ButtonLink>
      </div>
    </div>
  )
}
