import { Suspense, useEffect } from 'react'
import type { Role } from '#contract/callable.ts'
import { useRouter } from '#web/routing/routing.tsx'
import { withPage } from '#web/routing/lazily.tsx'
import { useSchool } from '#web/wire/school.ts'
import { useSession } from '#web/session/session.ts'
import { AsOf } from '#web/shell/AsOf.tsx'
import type { ShellProps } from '#web/shell/personParts.tsx'
import { keepFocus } from '#web/shell/keepFocus.ts'

// Few schools sign their staff out, so it comes where one does.
const StaffIdle = withPage(() => import('#web/shell/StaffIdle.tsx').then(module => module.default))
// Nobody needs it where the school asks for no second factor.
const SecondFactorDue = withPage(() => import('#web/shell/SecondFactorDue.tsx').then(module => module.default))
// Each person stands in one of the two.
const AdminShell = withPage(() => import('#web/shell/AdminShell.tsx').then(module => module.AdminShell))
const BoardShell = withPage(() => import('#web/shell/BoardShell.tsx').then(module => module.BoardShell))

/** Settles once the frame of somebody of these roles is there. */
export const shellReady = (roles: readonly Role[]): Promise<unknown> =>
  (roles.includes('admin') ? AdminShell : BoardShell).ready()

/** The frame of the signed-in person: the office's rail if they work there, else the board of families and teachers. */
export default function PersonShell({ user, roles, children }: ShellProps) {
  const isOffice = roles.includes('admin')
  const session = useSession()
  const router = useRouter()
  useEffect(keepFocus, [])
  useEffect(() => {
    // Until it is there, what is closed closes in place.
    import('#web/routing/wayBack.ts').then(
      ({ keepOpeners }) => keepOpeners(router),
      () => undefined,
    )
  }, [router])
  const isWatched = (useSchool()?.signIn.staffIdleMinutes ?? null) !== null && (isOffice || roles.includes('teacher'))
  const Shell = isOffice ? AdminShell : BoardShell
  return (
    <Shell user={user} roles={roles}>
      <AsOf />
      {session.state === 'in' && session.secondFactor && location.pathname !== '/account' && (
        <Suspense>
          <SecondFactorDue {...session.secondFactor} />
        </Suspense>
      )}
      {isWatched && (
        <Suspense>
          <StaffIdle />
        </Suspense>
      )}
      {children}
    </Shell>
  )
}
