import { Classes } from '#web/enrolment/enrolments/Classes.tsx'
import { useWishFromAddress } from '#web/enrolment/enrolments/useWishFromAddress.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useSession } from '#web/session/session.ts'
import { useFocusKept } from '#web/shell/useFocusKept.ts'

const AccountFirst = withPage(() => import('#web/screens/AccountFirst.tsx').then(module => module.default))

/** Part 3 of a family's registration: its classes. */
export default function RegisterClasses() {
  const session = useSession()
  useWishFromAddress()
  useFocusKept()
  return session.state === 'in' ? <Classes user={session.user} /> : <AccountFirst path="/registration2" />
}
