import { useTranslations } from 'use-intl'
import { ButtonLink } from '#web/routing/link.tsx'
import { useShown } from '#web/routing/routing.tsx'
import { useSession } from '#web/session/session.ts'
import { Page } from '#web/ui/Page.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { useFirstName } from '#web/words/Name.tsx'

/** Shown to a signed-in person whose roles don't open this page. */
export default function WrongRole() {
  const t = useTranslations('signingIn.wrongRole')
  const { user } = useSession()
  const firstName = useFirstName()
  const me = useReadLater('users-me', {}).data
  const needs = useShown().route?.needs ?? []
  const isWaiting = user?.roles.length === 0
  const name = (me && firstName(me)) || user?.name || user?.email || ''
  return (
    <Page title={t(isWaiting ? 'waitingTitle' : 'title')} narrow>
      <p className="mb-6 max-w-[66ch] text-ink-2">
        {isWaiting
          ? t('waiting', { name })
          : t('lead', { name, roles: needs.length === 1 && needs[0] ? needs[0] : 'other' })}
      </p>
      <ButtonLink to="/dashboard/" variant="primary">
        {t('toStart')}
      </ButtonLink>
    </Page>
  )
}
