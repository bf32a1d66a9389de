import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  stripSearchParams,
  useRouter,
  type ErrorComponentProps,
  type RouterHistory,
} from '@tanstack/react-router'
import type { Role } from '#contract/callable.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { schoolReady } from '#web/wire/school.ts'
import { opensTo } from '#web/session/home.ts'
import { sessionReady } from '#web/session/session.ts'
import { Frame } from '#web/shell/Frame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { readAtOnce } from '#web/wire/readAtOnce.ts'
import { forgetFailures } from '#web/wire/wire.ts'
import { useTranslations } from 'use-intl'

type Density = 'family' | 'teacher' | 'admin'
/** Fetches a screen's code; the server's build notes down of which sources and texts (scripts/screenSources.ts). */
type Screen = (() => Promise<{ default: () => React.ReactNode }>) & {
  sources?: readonly string[]
  texts?: readonly string[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** How large controls and rows are. */
    density?: Density
    /** Whether the screen stands in the public frame or in the signed-in person's. */
    frame?: 'public' | 'person'
    /** The roles of which one is needed; without any, a sign-in is enough. */
    needs?: readonly Role[]
    /** What fetches the screen: the server asks it which files a page begins with. */
    load?: Screen
  }
  interface HistoryState {
    /** Where the guard turned somebody away. */
    denied?: string
  }
}

const Waiting = () => (
  <div className="mx-auto w-full max-w-[90rem] px-gutter pt-8">
    <Loading onRetry={() => location.reload()} />
  </div>
)

const Failed = ({ error, reset }: ErrorComponentProps) => {
  const t = useTranslations('failure')
  const text = useUiText()
  const failureText = useFailureText()
  const router = useRouter()
  return (
    <div className="mx-auto w-full max-w-[90rem] px-gutter pt-8">
      <Notice
        alert
        tone="danger"
        title={t('title')}
        action={
          <Button
            size="small"
            onClick={() => {
              forgetFailures()
              reset()
              void router.invalidate()
            }}
          >
            {text.retry}
          </Button>
        }
      >
        {failureText(error)}
      </Notice>
    </div>
  )
}

const root = createRootRoute({
  component: Frame,
  notFoundComponent: lazyRouteComponent(() => import('#web/screens/NotFound.tsx')),
})

/** Fetches the screen's code and its texts while something else is awaited. */
const ahead = (load: Screen, other: Promise<void>): Promise<void> => {
  // A failure shows when the screen itself is asked for.
  load().catch(() => undefined)
  return other
}

/** What of a screen stands in the search of its address: filters, the open record. */
type Searchable<Key extends string> = { search?: readonly Key[] }
type Searched<Key extends string> = { [Name in Key]?: string }

/** Takes these members of the address' search, each a text or left out, in the order in which they stand there. */
const texts =
  <const Key extends string>(keys: readonly Key[]) =>
  (search: Record<string, unknown>): Searched<Key> =>
    Object.fromEntries(
      Object.entries(search).filter(
        ([key, value]) => (keys as readonly string[]).includes(key) && typeof value === 'string' && value !== '',
      ),
    ) as Searched<Key>

/** The school's own words, with which public pages begin. */
const publicReady = async (): Promise<void> => {
  await schoolReady()
}

/** A screen that everybody may open. */
const open = <const Path extends string, const Key extends string = never>(
  path: Path,
  load: Screen,
  { search = [] }: Searchable<Key> = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load),
    beforeLoad: () => ahead(load, publicReady()),
    validateSearch: texts(search),
    staticData: { density: 'family', frame: 'public', load },
  })

type Guarded = { location: { href: string }; preload: boolean }

/** Waits for the session; nobody, or an unverified e-mail, is sent to `/` with the alert (specification, section 4). */
const guard = async ({ location, preload }: Guarded, needs: readonly Role[]): Promise<void> => {
  const from = location.href
  const [session] = await Promise.all([sessionReady(), schoolReady()])
  if (session.state !== 'in') throw redirect({ to: '/', state: { denied: from } })
  // Who must set up a second factor first has nothing else to open.
  const isHeldBack = session.secondFactor?.isOverdue === true && session.user.roles.length === 0
  if (isHeldBack && from !== '/account') throw redirect({ to: '/account' })
  // A link that somebody only points at reads nothing yet.
  if (!preload && opensTo(needs, session.user.roles))
    readAtOnce(new URL(from, globalThis.location.origin), session.user.roles)
}

/** A screen behind the sign-in, for anyone who holds one of these roles; an empty list asks for none. */
const signedIn = <const Path extends string, const Key extends string = never>(
  path: Path,
  density: Density,
  needs: readonly Role[],
  load: Screen,
  { search = [] }: Searchable<Key> = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load),
    beforeLoad: going => ahead(load, guard(going, needs)),
    validateSearch: texts(search),
    staticData: { density, frame: 'person', load, needs },
  })

/** A screen of the school office; what it shows (search, filter, open record) is in the address. */
const office = <const Path extends string, const Key extends string = never>(
  path: Path,
  load: Screen,
  more?: Searchable<Key>,
) => signedIn(path, 'admin', ['admin'], load, more)

const home: Screen = () => import('#web/screens/Home.tsx')
/** The front page under one of its addresses; what a family looks for among the classes, and the class that is open. */
const front = <const Path extends string>(path: Path) =>
  open(path, home, {
    search: ['search', 'age', 'born', 'level', 'day', 'programme', 'term', 'class', 'find', 'visit', 'for'],
  })

const registration: Screen = () => import('#web/screens/Register.tsx')
/** A part of the registration; `step` is the page within it, `class`, `term` and `born` what the family comes for. */
const part = <const Path extends string>(path: Path) =>
  open(path, registration, { search: ['step', 'class', 'term', 'born', 'suggest'] })

const settings: Screen = () => import('#web/screens/AdminConfig.tsx')
const adminConfig = createRoute({
  getParentRoute: () => root,
  path: '/adminconfig',
  component: lazyRouteComponent(settings),
  beforeLoad: going => ahead(settings, guard(going, ['admin'])),
  // What else a page keeps in the address stays there untouched.
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    subMenu?: string
    id?: string
    search?: string
    action?: string
    from?: string
    to?: string
  } => ({
    subMenu: typeof search['subMenu'] === 'string' ? search['subMenu'] : '',
  }),
  search: { middlewares: [stripSearchParams({ subMenu: '' })] },
  staticData: { density: 'admin', frame: 'person', load: settings, needs: ['admin'] },
})

/** Where to go on after signing in: a place of ours only, never another host. */
const nextIn = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}

const signingIn: Screen = () => import('#web/screens/Login.tsx')
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(signingIn),
  validateSearch: (search: Record<string, unknown>): { next?: string; forgotten?: string; link?: string } => ({
    ...nextIn(search),
    ...(search['forgotten'] === 'yes' && { forgotten: 'yes' }),
    ...(search['link'] === 'yes' && { link: 'yes' }),
  }),
  staticData: { density: 'family', frame: 'public', load: signingIn },
})

const mailed: Screen = () => import('#web/screens/AuthAction.tsx')
/** Where the links in our mails lead. */
const action = createRoute({
  getParentRoute: () => root,
  path: '/auth/action',
  component: lazyRouteComponent(mailed),
  beforeLoad: () => publicReady(),
  validateSearch: (search: Record<string, unknown>): { mode?: string; oobCode?: string; next?: string } => ({
    ...texts(['mode', 'oobCode'])(search),
    ...nextIn(search),
  }),
  staticData: { density: 'family', frame: 'public', load: mailed },
})

/** Leaving, changing and retyping a place in a class, each a sheet over the page. */
const places = ['leave', 'move', 'to', 'also', 'retype'] as const

/** Every address of the specification (section 2), then our own. */
const tree = root.addChildren([
  front('/'),
  front('/home'),
  front('/about'),
  front('/classes'),
  part('/register'),
  part('/registration'),
  part('/registration2'),
  login,
  // Composed of the start of each role that the person holds.
  signedIn('/dashboard/', 'family', [], () => import('#web/screens/Dashboard.tsx'), { search: ['draw'] }),
  signedIn('/parent', 'family', ['parent'], () => import('#web/screens/Parent.tsx'), {
    search: ['edit', 'of', 'part', 'show', 'messages', 'event'],
  }),
  signedIn('/calendar', 'family', ['parent'], () => import('#web/screens/Calendar.tsx'), { search: ['event'] }),
  signedIn('/messages', 'family', ['parent'], () => import('#web/screens/Messages.tsx'), { search: ['open'] }),
  signedIn('/student', 'family', ['parent', 'teacher', 'admin'], () => import('#web/screens/Student.tsx'), {
    search: ['child', 'id', 'section', 'badges', 'show', 'edit', ...places],
  }),
  signedIn('/paymenthistory', 'family', ['parent'], () => import('#web/screens/PaymentHistory.tsx'), {
    search: ['statement', 'from', 'to', 'pay', 'card', 'back'],
  }),
  office('/admindashboard', () => import('#web/screens/AdminDashboard.tsx'), {
    search: ['show', 'term', 'class', 'from', 'map'],
  }),
  office('/adminapplication', () => import('#web/screens/AdminApplication.tsx'), {
    search: ['tab', 'search', 'kind', 'state', 'when'],
  }),
  office('/admingrade', () => import('#web/screens/AdminGrade.tsx'), {
    search: ['term', 'class', 'panel', 'id', 'column'],
  }),
  office('/adminuser', () => import('#web/screens/AdminUser.tsx'), {
    search: ['search', 'role', 'verified', 'state', 'sort', 'columns', 'saved', 'id', 'factor'],
  }),
  office('/adminclass', () => import('#web/screens/AdminClass.tsx'), {
    search: ['term', 'search', 'state', 'id', 'tab', 'edit', 'add', 'cancel', 'do', ...places],
  }),
  office('/adminteacher', () => import('#web/screens/AdminTeacher.tsx'), {
    search: ['search', 'view', 'sort', 'columns', 'saved', 'id', 'do'],
  }),
  office('/adminparent', () => import('#web/screens/AdminParent.tsx'), {
    search: ['search', 'view', 'sort', 'columns', 'saved', 'id', 'of', 'merge', 'round', 'do'],
  }),
  office('/adminstudent', () => import('#web/screens/AdminStudent.tsx'), {
    search: [
      'search',
      'view',
      'class',
      'grade',
      'sort',
      'columns',
      'saved',
      'id',
      'do',
      'merge',
      ...places,
      'term',
      'tab',
    ],
  }),
  office('/adminpayment', () => import('#web/screens/AdminPayment.tsx'), {
    search: ['search', 'view', 'age', 'sort', 'columns', 'saved', 'family', 'do', 'refunds', 'statement', 'from', 'to'],
  }),
  office('/adminmessage', () => import('#web/screens/AdminMessage.tsx'), {
    search: ['search', 'tab', 'id', 'edit', 'state', 'family', 'class'],
  }),
  signedIn('/teacherdashboard/', 'teacher', ['teacher'], () => import('#web/screens/TeacherDashboard.tsx'), {
    search: ['roll', 'grades', 'panel', 'id', 'column', 'messages', 'event'],
  }),
  signedIn(
    '/studentassignment',
    'teacher',
    ['teacher', 'parent', 'student', 'admin'],
    () => import('#web/screens/StudentAssignment.tsx'),
    {
      search: ['child', 'section', 'class', 'state', 'view', 'search', 'id', 'student', 'new'],
    },
  ),
  office('/adminevent', () => import('#web/screens/AdminEvent.tsx'), {
    search: [
      'view',
      'year',
      'owe',
      'sort',
      'family',
      'when',
      'month',
      'day',
      'event',
      'edit',
      'search',
      'off',
      'class',
    ],
  }),
  adminConfig,
  signedIn('/account', 'family', [], () => import('#web/screens/Account.tsx')),
  action,
  // Draws: all that are published, or the one in the address with its protocol.
  open('/draws', () => import('#web/screens/Draws.tsx'), { search: ['id'] }),
  open('/badge', () => import('#web/screens/EnterByBadge.tsx')),
  open('/setup', () => import('#web/screens/SetUp.tsx')),
])

/** A router over the browser's history, or over another where there is no browser. */
export const makeRouter = (elsewhere?: { history: RouterHistory; origin: string }) =>
  createRouter({
    routeTree: tree,
    ...elsewhere,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    scrollRestoration: elsewhere === undefined,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: lazyRouteComponent(() => import('#web/screens/NotFound.tsx')),
    // Codes in mails may look like numbers; every search value is text.
    parseSearch: search => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: search => {
      const filled = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      const text = new URLSearchParams(filled).toString()
      return text ? `?${text}` : ''
    },
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
