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
import { needMessages } from '#web/words/language.tsx'
import type { Audience } from '#web/words/catalogue.ts'
import { schoolReady } from '#web/wire/school.ts'
import { sessionReady } from '#web/session/session.ts'
import { Frame } from '#web/shell/Frame.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { forgetFailures } from '#web/wire/wire.ts'
import { useTranslations } from 'use-intl'

type Density = 'family' | 'teacher' | 'admin'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** How large controls and rows are. */
    density?: Density
    /** Whether the screen stands in the public frame or in the signed-in person's. */
    frame?: 'public' | 'person'
    /** The roles of which one is needed; left out, a sign-in is enough. */
    needs?: readonly Role[]
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

type Screen = () => Promise<{ default: () => React.ReactNode }>

/** Fetches the screen's code while something else is awaited. */
const ahead = (load: Screen, other: Promise<void>): Promise<void> => {
  // A failure shows when the screen itself is asked for.
  load().catch(() => undefined)
  return other
}

/** The words of public pages, and the school's own, with which they begin. */
const publicReady = async (...audiences: Audience[]): Promise<void> => {
  await Promise.all([needMessages('public', ...audiences), schoolReady()])
}

/** A screen that everybody may open. */
const open = <const Path extends string>(path: Path, load: Screen, ...audiences: Audience[]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load),
    beforeLoad: () => ahead(load, publicReady(...audiences)),
    staticData: { density: 'family', frame: 'public' },
  })

/** Waits for the session; nobody, or an unverified e-mail, is sent to `/` with the alert (specification, section 4). */
const guard = async (from: string, audiences: readonly Audience[]): Promise<void> => {
  const [session] = await Promise.all([sessionReady(), schoolReady(), needMessages(...audiences)])
  if (session.state !== 'in') throw redirect({ to: '/', state: { denied: from } })
  // Who must set up a second factor first has nothing else to open.
  const isHeldBack = session.secondFactor?.isOverdue === true && session.user.roles.length === 0
  if (isHeldBack && from !== '/account') throw redirect({ to: '/account' })
}

const audienceOf: Record<Density, Audience> = { family: 'family', teacher: 'teacher', admin: 'office' }

type Searched<Key extends string> = { [Name in Key]?: string }

/** Takes these members of the address' search, each a text or left out, in the order in which they stand there. */
const texts =
  <const Key extends string>(keys: readonly Key[]) =>
  (search: Record<string, unknown>): Searched<Key> =>
    Object.fromEntries(
      Object.entries(search).filter(
        ([key, value]) => keys.some(each => each === key) && typeof value === 'string' && value !== '',
      ),
    ) as Searched<Key>

/** A screen behind the sign-in, for anyone who holds one of these roles; an empty list asks for none. */
const signedIn = <const Path extends string, const Key extends string = never>(
  path: Path,
  density: Density,
  needs: readonly Role[],
  load: Screen,
  more: { audience?: Audience; also?: readonly Audience[]; search?: readonly Key[] } = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load),
    beforeLoad: ({ location }) =>
      ahead(load, guard(location.href, [more.audience ?? audienceOf[density], ...(more.also ?? [])])),
    validateSearch: texts(more.search ?? []),
    staticData: { density, frame: 'person', ...(needs.length > 0 && { needs }) },
  })

const home: Screen = () => import('#web/screens/Home.tsx')
/** The front page under one of its addresses; what a family looks for among the classes, and the class that is open. */
const front = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(home),
    beforeLoad: () => ahead(home, publicReady()),
    validateSearch: texts(['search', 'age', 'born', 'level', 'day', 'programme', 'term', 'class', 'find', 'visit']),
    staticData: { density: 'family', frame: 'public' },
  })
const registration: Screen = () => import('#web/screens/Register.tsx')

/** A part of the registration; `step` is the page within it, `class` and `term` what the family comes for. */
const part = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(registration),
    beforeLoad: () =>
      ahead(registration, publicReady('registration', 'prices', 'identity', 'ownFields', 'windows', 'seats')),
    validateSearch: (
      search: Record<string, unknown>,
    ): { step?: string; class?: string; term?: string; suggest?: string } =>
      Object.fromEntries(
        (['step', 'class', 'term', 'suggest'] as const).flatMap(key => {
          const value = search[key]
          return typeof value === 'string' ? [[key, value]] : []
        }),
      ),
    staticData: { density: 'family', frame: 'public' },
  })

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/',
  component: lazyRouteComponent(() => import('#web/screens/Dashboard.tsx')),
  // Composed of the start of each role that the person holds, so it may need the words of all.
  beforeLoad: ({ location }) =>
    guard(location.href, [
      'family',
      'teacher',
      'office',
      'record',
      'messages',
      'audience',
      'events',
      'assignments',
      'visits',
      'lotteries',
      'cancellations',
      'windows',
      'seats',
      'prices',
    ]),
  validateSearch: texts(['draw']),
  staticData: { density: 'family', frame: 'person' },
})

/** A screen of the school office; what it shows (search, filter, open record) is in the address. */
const office = <const Path extends string, const Key extends string = never>(
  path: Path,
  load: Screen,
  more: { also?: readonly Audience[]; search?: readonly Key[] } = {},
) => signedIn(path, 'admin', ['admin'], load, { ...more, also: ['batches', ...(more.also ?? [])] })

const adminConfig = createRoute({
  getParentRoute: () => root,
  path: '/adminconfig',
  component: lazyRouteComponent(() => import('#web/screens/AdminConfig.tsx')),
  beforeLoad: ({ location }) =>
    guard(location.href, [
      'office',
      'batches',
      'settings',
      'schoolRules',
      'deeds',
      'signingIn',
      'seatRules',
      'ownFields',
      'gradeBook',
      'messages',
      'pictures',
      'oneroster',
      'payments',
      'prices',
      'officePrices',
      'promotions',
      'lotteries',
      'imports',
      'cancellations',
      'classRules',
      'windows',
      'cards',
      'push',
    ]),
  validateSearch: (
    search: Record<string, unknown>,
  ): {
    subMenu?: string
    term?: string
    id?: string
    search?: string
    show?: string
    action?: string
    only?: string
    from?: string
    to?: string
    view?: string
    line?: string
    part?: string
    outcome?: string
    row?: string
    off?: string
    cancel?: string
  } => ({
    ...texts([
      'term',
      'id',
      'search',
      'show',
      'action',
      'only',
      'from',
      'to',
      'view',
      'line',
      'part',
      'outcome',
      'row',
      'off',
      'cancel',
    ])(search),
    subMenu: typeof search['subMenu'] === 'string' ? search['subMenu'] : '',
  }),
  search: { middlewares: [stripSearchParams({ subMenu: '' })] },
  staticData: { density: 'admin', frame: 'person', needs: ['admin'] },
})

/** Where to go on after signing in: a place of ours only, never another host. */
const nextIn = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('#web/screens/Login.tsx')),
  beforeLoad: () => needMessages('identity'),
  validateSearch: (search: Record<string, unknown>): { next?: string; forgotten?: string; link?: string } => ({
    ...nextIn(search),
    ...(search['forgotten'] === 'yes' && { forgotten: 'yes' }),
    ...(search['link'] === 'yes' && { link: 'yes' }),
  }),
  staticData: { density: 'family', frame: 'public' },
})

/** Where the links in our mails lead. */
const action = createRoute({
  getParentRoute: () => root,
  path: '/auth/action',
  component: lazyRouteComponent(() => import('#web/screens/AuthAction.tsx')),
  beforeLoad: () => publicReady('identity'),
  validateSearch: (search: Record<string, unknown>): { mode?: string; oobCode?: string; next?: string } => ({
    ...texts(['mode', 'oobCode'])(search),
    ...nextIn(search),
  }),
  staticData: { density: 'family', frame: 'public' },
})

/** Draws: all that are published, or the one in the address with its protocol. */
const drawn = createRoute({
  getParentRoute: () => root,
  path: '/draws',
  component: lazyRouteComponent(() => import('#web/screens/Draws.tsx')),
  beforeLoad: () => publicReady('lotteries'),
  validateSearch: texts(['id']),
  staticData: { density: 'family', frame: 'public' },
})

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
  dashboard,
  signedIn('/parent', 'family', ['parent'], () => import('#web/screens/Parent.tsx'), {
    also: ['record', 'ownFields', 'messages', 'audience', 'events', 'assignments', 'cancellations'],
    search: ['edit', 'of', 'messages', 'event'],
  }),
  signedIn('/student', 'family', ['parent', 'teacher', 'admin'], () => import('#web/screens/Student.tsx'), {
    also: ['record', 'ownFields', 'grades', 'assignments', 'papers', 'leavings', 'prices'],
    search: ['child', 'id', 'section', 'badges', 'edit', 'leave', 'move', 'to', 'also', 'retype'],
  }),
  signedIn('/paymenthistory', 'family', ['parent'], () => import('#web/screens/PaymentHistory.tsx'), {
    also: ['payments', 'prices', 'leavings', 'cards'],
    search: ['statement', 'from', 'to', 'pay', 'card', 'back'],
  }),
  office('/admindashboard', () => import('#web/screens/AdminDashboard.tsx'), {
    also: ['record', 'dashboard', 'seatRules', 'applications', 'leavings', 'cancellations', 'prices'],
    search: ['show', 'term', 'class', 'from', 'map'],
  }),
  office('/adminapplication', () => import('#web/screens/AdminApplication.tsx'), {
    also: ['applications', 'visits'],
    search: ['tab', 'search', 'kind', 'state', 'when'],
  }),
  office('/admingrade', () => import('#web/screens/AdminGrade.tsx'), {
    also: ['gradeBook'],
    search: ['term', 'class', 'panel', 'id', 'column'],
  }),
  office('/adminuser', () => import('#web/screens/AdminUser.tsx'), {
    search: ['search', 'role', 'verified', 'state', 'sort', 'columns', 'saved', 'id', 'factor'],
    also: ['people', 'settings', 'schoolRules', 'deeds', 'tables', 'signingIn'],
  }),
  office('/adminteacher', () => import('#web/screens/AdminTeacher.tsx'), {
    also: ['people', 'record', 'tables', 'refusals', 'planning'],
    search: ['search', 'view', 'sort', 'columns', 'saved', 'id'],
  }),
  office('/adminparent', () => import('#web/screens/AdminParent.tsx'), {
    also: ['people', 'record', 'tables', 'refusals', 'duplicates', 'confirmations', 'ownFields'],
    search: ['search', 'view', 'sort', 'columns', 'saved', 'id', 'of', 'merge', 'round'],
  }),
  office('/adminstudent', () => import('#web/screens/AdminStudent.tsx'), {
    also: [
      'people',
      'record',
      'tables',
      'refusals',
      'duplicates',
      'ownFields',
      'payments',
      'prices',
      'officePrices',
      'papers',
      'leavings',
      'planning',
    ],
    search: [
      'search',
      'view',
      'class',
      'grade',
      'sort',
      'columns',
      'saved',
      'id',
      'merge',
      'leave',
      'move',
      'to',
      'also',
      'retype',
    ],
  }),
  office('/adminpayment', () => import('#web/screens/AdminPayment.tsx'), {
    also: ['payments', 'prices', 'tables', 'leavings', 'cards'],
    search: ['search', 'view', 'age', 'sort', 'columns', 'saved', 'family', 'do', 'refunds', 'statement', 'from', 'to'],
  }),
  office('/adminmessage', () => import('#web/screens/AdminMessage.tsx'), {
    also: ['messages', 'audience'],
    search: ['search', 'tab', 'id', 'edit', 'state', 'family'],
  }),
  signedIn('/teacherdashboard/', 'teacher', ['teacher'], () => import('#web/screens/TeacherDashboard.tsx'), {
    also: [
      'record',
      'gradeBook',
      'messages',
      'audience',
      'events',
      'assignments',
      'applications',
      'cancellations',
      'planning',
    ],
    search: ['roll', 'grades', 'panel', 'id', 'column', 'messages', 'event'],
  }),
  signedIn(
    '/studentassignment',
    'teacher',
    ['teacher', 'parent', 'student', 'admin'],
    () => import('#web/screens/StudentAssignment.tsx'),
    {
      search: ['child', 'section', 'class', 'state', 'view', 'search', 'id', 'student', 'new'],
      also: ['assignments'],
    },
  ),
  office('/adminevent', () => import('#web/screens/AdminEvent.tsx'), {
    also: ['events', 'officeEvents', 'audience', 'cancellations'],
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
  signedIn('/account', 'family', [], () => import('#web/screens/Account.tsx'), {
    audience: 'identity',
    also: ['signingIn', 'push'],
  }),
  action,
  drawn,
  open('/badge', () => import('#web/screens/EnterByBadge.tsx'), 'badges', 'identity'),
  open('/setup', () => import('#web/screens/SetUp.tsx'), 'registration'),
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
