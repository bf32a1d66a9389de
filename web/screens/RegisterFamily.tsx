import { Family } from '#web/enrolment/enrolments/Family.tsx'
import { useWishFromAddress } from '#web/enrolment/enrolments/useWishFromAddress.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useSession } from '#web/session/session.ts'
import { useFocusKept } from '#web/shell/useFocusKept.ts'

const AccountFirst = withPage(() => import('#web/screens/AccountFirst.tsx').then(module => module.default))

/** Part 2 of a family's registration: its guardians and children. */
export default function RegisterFamily() {
  const session = useSession()
  useWishFromAddress()
  useFocusKept()
  return session.state === 'in' ? <Family user={session.user} /> : <AccountFirst path="/registration" />
}
