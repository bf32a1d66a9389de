import { useTranslations } from 'use-intl'
import { ButtonLink } from '#web/routing/link.tsx'
import { usePlace } from '#web/routing/routing.tsx'
import { useKnownSession } from '#web/session/session.ts'
import { Notice } from '#web/ui/States.tsx'

/** The guard's message, verbatim (specification, section 4). */
const denied = 'You do not have access'

/** The message of the specification; in another language it follows its translation (decision 35). */
const DeniedTitle = () => {
  const message = useTranslations('guard')('denied')
  return message === denied ? (
    message
  ) : (
    <>
      {message} <span lang="en">({denied})</span>
    </>
  )
}

/** The message on `/` for a person whom the guard sent there (`guard` in routes.tsx). */
export const AccessDenied = () => {
  const t = useTranslations('guard')
  const shell = useTranslations('shell')
  const from = usePlace().denied
  const { session } = useKnownSession()
  if (from === undefined || session.state === 'in') return null
  return (
    <div className="mx-auto w-full max-w-[72rem] px-gutter pt-4">
      <Notice
        alert
        tone="danger"
        title={<DeniedTitle />}
        action={
          <ButtonLink to="/login" search={{ next: from }} variant="primary" size="small">
            {shell('signIn')}
          </ButtonLink>
        }
      >
        {t(session.state === 'unverified' ? 'deniedUnverified' : 'deniedHint')}
      </Notice>
    </div>
  )
}
