import { Suspense, useEffect } from 'react'
import type { Role } from '#contract/callable.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { Outlet } from '#web/routing/Outlet.tsx'
import { useNavigate, usePlace, useRouter, useShown } from '#web/routing/routing.tsx'
import { opensTo } from '#web/session/home.ts'
import { schoolReady, useSchool } from '#web/wire/school.ts'
import { currentSession, onSession, useKnownSession, type Session } from '#web/session/session.ts'
import { PublicShell } from '#web/shell/PublicShell.tsx'
import { Toaster } from '#web/ui/Toast.tsx'
import { useInBrowser } from '#web/ui/useInBrowser.ts'
import { viewing } from '#web/session/viewing.ts'

const ViewBar = withPage(() => import('#web/shell/ViewBar.tsx').then(module => module.ViewBar))
const PersonShell = withPage(() => import('#web/shell/PersonShell.tsx').then(module => module.default))
// Hardly anyone ever sees these.
const AccessDenied = withPage(() => import('#web/shell/AccessDenied.tsx').then(module => module.AccessDenied))
const WrongRole = withPage(() => import('#web/screens/WrongRole.tsx').then(module => module.default))
const SessionEnded = withPage(() => import('#web/access/identity/SessionEnded.tsx').then(module => module.default))

/** Resolves once the frame around a signed-in person's screen is loaded. */
export const frameReady = async (roles: readonly Role[]): Promise<void> => {
  const [{ shellReady }] = await Promise.all([import('#web/shell/PersonShell.tsx'), PersonShell.ready()])
  await shellReady(roles)
}

const useFreshness = () => {
  const router = useRouter()
  const navigate = useNavigate()
  const school = useSchool()
  const { pathname: path } = usePlace()
  useEffect(() => void schoolReady().catch(() => undefined), [])
  // A school that isn't set up yet has only one page.
  useEffect(() => {
    if (school && school.school === null && path !== '/setup') void navigate({ to: '/setup' })
  }, [school, path, navigate])
  // A view never shows the account page.
  useEffect(() => {
    if (viewing && path === '/account') void navigate({ to: '/dashboard/', replace: true })
  }, [path, navigate])
  useEffect(() => {
    let stop: (() => void) | null = null
    let listener: string | null = null
    const hear = (session: Session) => {
      // The stream keeps the person and roles with which it was opened, so a new role needs a new stream.
      const next = session.state === 'in' && !session.ended ? [session.user.uid, ...session.user.roles].join(' ') : null
      if (next === listener) return
      listener = next
      stop?.()
      stop = null
      if (next === null) return
      // If the person has opened another page before these load, they needn't run.
      Promise.all([
        import('#web/wire/offline.ts').then(({ openWithoutConnection }) =>
          openWithoutConnection(href => void router.navigate({ href })),
        ),
        import('#web/wire/live.ts').then(({ listen }) => {
          if (listener === next && !stop) stop = listen()
        }),
      ]).catch(() => undefined)
    }
    // The guard may have found the session before this component subscribed.
    hear(currentSession())
    const off = onSession(session => {
      if (session.state === 'loading') return
      // Run the guard again, for example after a sign-out in another tab.
      void router.again()
      hear(session)
    })
    return () => {
      off()
      stop?.()
    }
  }, [router])
  // Screen readers announce a new page when the focus moves to its title.
  useEffect(
    () =>
      router.on('drawn', (place, before) => {
        if (before === undefined || before.pathname === place.pathname) return
        const main = document.getElementById('main')
        const target = main?.querySelector<HTMLElement>('h1') ?? main
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** Renders the screen in the frame that fits the person: of the office, of families and teachers, or of the public. */
export const Frame = () => {
  useFreshness()
  const { session, stored } = useKnownSession()
  const { place, route } = useShown()
  // The server-rendered page doesn't know that a person was turned away.
  const isInBrowser = useInBrowser()
  const density = route?.density ?? 'family'
  const needs = route?.needs ?? []
  const roles: readonly Role[] =
    session.state === 'in' ? session.user.roles : session.state === 'loading' && stored ? [stored] : []
  // A family sees the classes as a page of its own (screens/Home.tsx).
  const isPublic = route?.frame !== 'person' && !(roles.includes('parent') && place.pathname === '/classes')
  const allowed = session.state !== 'in' || opensTo(needs, roles)
  const screen = allowed ? (
    <Outlet />
  ) : (
    <Suspense>
      <WrongRole />
    </Suspense>
  )
  const inside = (
    <>
      {isInBrowser && place.denied !== undefined && (
        <Suspense>
          <AccessDenied />
        </Suspense>
      )}
      {screen}
    </>
  )
  return (
    <div data-density={density}>
      {viewing && (
        <Suspense>
          <ViewBar view={viewing} />
        </Suspense>
      )}
      {isPublic ? (
        <PublicShell>{inside}</PublicShell>
      ) : (
        <Suspense fallback={<div className="board h-14" />}>
          <PersonShell user={viewing ? null : session.user} roles={roles}>
            {inside}
          </PersonShell>
        </Suspense>
      )}
      <Toaster />
      {session.state === 'in' && session.ended?.isAsking && (
        <Suspense>
          <SessionEnded email={session.user.email} />
        </Suspense>
      )}
    </div>
  )
}
