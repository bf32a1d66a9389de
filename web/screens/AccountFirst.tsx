import { useTranslations } from 'use-intl'
import { FlowSteps } from '#web/enrolment/enrolments/FlowSteps.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { CheckInbox, Sheet } from '#web/screens/Login.tsx'
import { useSession } from '#web/session/session.ts'
import { Loading } from '#web/ui/States.tsx'

/** Parts 2 and 3 need an account; choices made so far are kept on this device. */
const NoAccount = ({ path }: { path: string }) => {
  const t = useTranslations('register')
  return (
    <Sheet title={t('firstTitle')} lead={t('firstLead')} above={<FlowSteps part={1} />}>
      <div className="grid gap-3">
        <ButtonLink to="/register" variant="primary" wide>
          {t('create')}
        </ButtonLink>
        <ButtonLink to="/login" search={{ next: path }} wide>
          {t('haveAccountSignIn')}
        </ButtonLink>
      </div>
    </Sheet>
  )
}

/** What parts 2 and 3 of the registration show to someone who isn’t signed in, or whose email address isn’t confirmed. */
export default function AccountFirst({ path }: { path: '/registration' | '/registration2' }) {
  const session = useSession()
  if (session.state === 'unverified') return <CheckInbox email={session.user.email} above={<FlowSteps part={1} />} />
  if (session.state === 'out') return <NoAccount path={path} />
  return (
    <div className="mx-auto w-full max-w-[40rem] px-gutter pt-8">
      <Loading onRetry={() => location.reload()} />
    </div>
  )
}
