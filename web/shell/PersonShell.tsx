import { Suspense, useEffect } from 'react'
import type { Role } from '#contract/callable.ts'
import { useRouter } from '#web/routing/routing.tsx'
import { withPage } from '#web/routing/lazily.tsx'
import { useSchool } from '#web/wire/school.ts'
import { useSession } from '#web/session/session.ts'
import { AsOf } from '#web/shell/AsOf.tsx'
import type { ShellProps } from '#web/shell/personParts.tsx'
import { keepFocus } from '#web/shell/keepFocus.ts'
import { ProofGate } from '#web/shell/ProofGate.tsx'

// Few schools sign idle staff out, so it loads only where one does.
const StaffIdle = withPage(() => import('#web/shell/StaffIdle.tsx').then(module => module.default))
// Not needed where the school asks for no second factor.
const SecondFactorDue = withPage(() => import('#web/shell/SecondFactorDue.tsx').then(module => module.default))
// Each person sees one of the two.
const AdminShell = withPage(() => import('#web/shell/AdminShell.tsx').then(module => module.AdminShell))
const BoardShell = withPage(() => import('#web/shell/BoardShell.tsx').then(module => module.BoardShell))

/** Resolves once the frame for a person with these roles is loaded. */
export const shellReady = (roles: readonly Role[]): Promise<unknown> =>
  (roles.includes('admin') ? AdminShell : BoardShell).ready()

/**
 * The frame of the signed-in person: the office's rail for the office, otherwise the board of families and teachers.
 */
export default function PersonShell({ user, roles, children }: ShellProps) {
  const isOffice = roles.includes('admin')
  const session = useSession()
  const router = useRouter()
  useEffect(keepFocus, [])
  useEffect(() => {
    // Until it is loaded, a sheet closes in place.
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
      <ProofGate />
    </Shell>
  )
}
