import type { Role } from '#contract/callable.ts'
import { browserBar } from '#web/routing/addressBar.ts'
import type { Path } from '#web/routing/addresses.ts'
import { createRouter, plain, type Route, type Screen, type Search } from '#web/routing/router.ts'
import { opensTo } from '#web/session/home.ts'
import { sessionReady } from '#web/session/session.ts'
import { firstPerson } from '#web/wire/firstAnswers.ts'
import { readAtOnce } from '#web/wire/readAtOnce.ts'
import { schoolReady } from '#web/wire/school.ts'

type Screened = Omit<Route, 'path'>

/** Waits for the school's own texts, with which public pages begin, and for the person whom the server names. */
const publicReady = async (): Promise<undefined> =>
  void (await Promise.all([schoolReady(), firstPerson.then(person => person && sessionReady())]))

/** A screen that anyone may open. */
const open = (load: Screen): Screened => ({ load, guard: publicReady, density: 'family', frame: 'public' })

/** A screen behind the sign-in, for holders of one of these roles; an empty list requires no role. */
const signedIn = (density: Route['density'], needs: readonly Role[], load: Screen): Screened => ({
  load,
  density,
  frame: 'person',
  needs,
  /** Waits for the session; guests and unverified emails are sent to `/` with the alert (specification, section 4). */
  async guard({ href, isAhead }) {
    const [session] = await Promise.all([sessionReady(), schoolReady()])
    if (session.state !== 'in') return { to: '/', denied: href }
    // People who must set up a second factor can open nothing else before that.
    const isHeldBack = session.secondFactor?.isOverdue === true && session.user.roles.length === 0
    if (isHeldBack && href !== '/account') return { to: '/account' }
    // Hovering over a link reads nothing yet.
    if (!isAhead && opensTo(needs, session.user.roles)) readAtOnce(new URL(href, location.origin), session.user.roles)
    return undefined
  },
})

/** A screen of the school office. */
const office = (load: Screen): Screened => signedIn('admin', ['admin'], load)

const home = open(() => import('#web/screens/Home.tsx'))

/** The address to open after signing in: always on this host. */
const withNextOfOurs = ({ next, ...search }: Search): Search => ({
  ...search,
  ...(next !== undefined && /^\/(?![/\\])/.test(next) && { next }),
})

const screens: Record<Path, Screened> = {
  '/': home,
  '/home': home,
  '/about': home,
  '/classes': home,
  '/register': open(() => import('#web/screens/Register.tsx')),
  '/registration': open(() => import('#web/screens/RegisterFamily.tsx')),
  '/registration2': open(() => import('#web/screens/RegisterClasses.tsx')),
  '/login': {
    load: () => import('#web/screens/Login.tsx'),
    density: 'family',
    frame: 'public',
    read: withNextOfOurs,
  },
  // Combines the start pages of all roles that the person holds.
  '/dashboard/': signedIn('family', [], () => import('#web/screens/Dashboard.tsx')),
  '/parent': signedIn('family', ['parent'], () => import('#web/screens/Parent.tsx')),
  '/calendar': signedIn('family', ['parent'], () => import('#web/screens/Calendar.tsx')),
  '/messages': signedIn('family', ['parent'], () => import('#web/screens/Messages.tsx')),
  '/student': signedIn('family', ['parent', 'teacher', 'admin'], () => import('#web/screens/Student.tsx')),
  '/paymenthistory': signedIn('family', ['parent'], () => import('#web/screens/PaymentHistory.tsx')),
  '/admindashboard': office(() => import('#web/screens/AdminDashboard.tsx')),
  '/adminapplication': office(() => import('#web/screens/AdminApplication.tsx')),
  '/admingrade': office(() => import('#web/screens/AdminGrade.tsx')),
  '/adminuser': office(() => import('#web/screens/AdminUser.tsx')),
  '/adminclass': office(() => import('#web/screens/AdminClass.tsx')),
  '/adminteacher': office(() => import('#web/screens/AdminTeacher.tsx')),
  '/adminparent': office(() => import('#web/screens/AdminParent.tsx')),
  '/adminstudent': office(() => import('#web/screens/AdminStudent.tsx')),
  '/adminpayment': office(() => import('#web/screens/AdminPayment.tsx')),
  '/adminmessage': office(() => import('#web/screens/AdminMessage.tsx')),
  '/teacherdashboard/': signedIn('teacher', ['teacher'], () => import('#web/screens/TeacherDashboard.tsx')),
  '/studentassignment': signedIn(
    'teacher',
    ['teacher', 'parent', 'student', 'admin'],
    () => import('#web/screens/StudentAssignment.tsx'),
  ),
  '/adminevent': office(() => import('#web/screens/AdminEvent.tsx')),
  '/adminconfig': office(() => import('#web/screens/AdminConfig.tsx')),
  '/account': signedIn('family', [], () => import('#web/screens/Account.tsx')),
  // Target of the links in emails.
  '/auth/action': {
    ...open(() => import('#web/screens/AuthAction.tsx')),
    read: withNextOfOurs,
  },
  // All published draws, or the one in the address with its record.
  '/draws': open(() => import('#web/screens/Draws.tsx')),
  '/badge': open(() => import('#web/screens/EnterByBadge.tsx')),
  '/setup': open(() => import('#web/screens/SetUp.tsx')),
}

const byPath = new Map<string, Route>(
  Object.entries(screens).map(([path, screen]) => [plain(path), { ...screen, path: path as Path }]),
)
/** The screen at a path. */
export const routeAt = (path: string): Route | undefined => byPath.get(plain(path))

/** A router for the browser's address bar, or for another history outside a browser. */
export const makeRouter = (bar = browserBar()) => createRouter(routeAt, () => import('#web/screens/NotFound.tsx'), bar)
