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
// Hardly anybody ever sees these.
const AccessDenied = withPage(() => import('#web/shell/AccessDenied.tsx').then(module => module.AccessDenied))
const WrongRole = withPage(() => import('#web/screens/WrongRole.tsx').then(module => module.default))
const SessionEnded = withPage(() => import('#web/access/identity/SessionEnded.tsx').then(module => module.default))

/** Settles once the frame around a signed-in person's screen is there. */
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
  // A school that does not exist yet has one page only.
  useEffect(() => {
    if (school && school.school === null && path !== '/setup') void navigate({ to: '/setup' })
  }, [school, path, navigate])
  // The sign-in is never looked at.
  useEffect(() => {
    if (viewing && path === '/account') void navigate({ to: '/dashboard/', replace: true })
  }, [path, navigate])
  useEffect(() => {
    let stop: (() => void) | null = null
    let listener: string | null = null
    const hear = (session: Session) => {
      // The stream knows its listener as they were when it opened: a new role needs a new one.
      const next = session.state === 'in' && !session.ended ? [session.user.uid, ...session.user.roles].join(' ') : null
      if (next === listener) return
      listener = next
      stop?.()
      stop = null
      if (next === null) return
      // A person who goes on to another page before they have come needs neither.
      Promise.all([
        import('#web/wire/offline.ts').then(({ openWithoutConnection }) =>
          openWithoutConnection(href => void router.navigate({ href })),
        ),
        import('#web/wire/live.ts').then(({ listen }) => {
          if (listener === next && !stop) stop = listen()
        }),
      ]).catch(() => undefined)
    }
    // The guard may have found the session before this frame was there to be told.
    hear(currentSession())
    const off = onSession(session => {
      if (session.state === 'loading') return
      // The guard decides again, for example after a sign-out in another tab.
      void router.again()
      hear(session)
    })
    return () => {
      off()
      stop?.()
    }
  }, [router])
  // A new page is announced by moving the focus to its title.
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

/** Puts the screen into the frame that fits the person: of the office, of families and teachers, or of the public. */
export const Frame = () => {
  useFreshness()
  const { session, stored } = useKnownSession()
  const { place, route } = useShown()
  // Of somebody who was turned away the page that the server made ready knows nothing.
  const isInBrowser = useInBrowser()
  const density = route?.density ?? 'family'
  const needs = route?.needs ?? []
  const roles: readonly Role[] =
    session.state === 'in' ? session.user.roles : session.state === 'loading' && stored ? [stored] : []
  // The classes are a family's own page, too (screens/Home.tsx).
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
