import type { Role } from '#contract/callable.ts'
import type { Input, Output, ReadName } from '#contract/index.ts'
import { plain } from '#web/routing/router.ts'

type List =
  | 'absences-mine'
  | 'applications-list'
  | 'assignments-history'
  | 'messages-inbox'
  | 'messages-notices'
  | 'parents-list'
  | 'parents-requests'
  | 'payments-households'
  | 'students-list'
  | 'teachers-list'
  | 'users-list'
/**
 * The ways in which a page asks its first reads: `read` returns an answer that other reads depend on, `page` asks for
 * the first page of a list.
 */
export type Asks = {
  read: <Name extends ReadName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
  page: <Name extends List>(name: Name, input: Input<Name>) => void
}
type Plan = (asks: Asks, has: (role: Role) => boolean, search: URLSearchParams) => unknown
/** The reads that need no input. */
type Bare = { [Name in ReadName]: Record<never, never> extends Input<Name> ? Name : never }[ReadName]

const each = ({ read }: Asks, ...names: Bare[]): void => {
  for (const name of names) void read(name, {})
}
/** What every page of the office shows, with its own reads. */
const office = (asks: Asks, ...names: Bare[]): void => each(asks, 'users-me', 'messages-waiting', ...names)

/** The child of the family that an address names, or else its first. */
const childOf = async ({ read }: Asks, search: URLSearchParams) => {
  const children = await read('students-mine', {})
  return children.find(({ id }) => id === search.get('child')) ?? children[0]
}

/** A family’s registration, which opens at its questions about the family. */
const registering: Plan = async ({ read }) => {
  void read('policies-current', {})
  const { draft } = await read('enrolments-draft', {})
  void read('forms-asked', { termId: draft?.termId ?? null })
}

/** The first reads of each page, by its plain path. Reads after an `await` depend on an earlier answer. */
const plans: Readonly<Record<string, Plan>> = {
  '/dashboard': (asks, has) => {
    each(asks, 'users-me')
    if (has('student')) return each(asks, 'cancellations-mine')
    const isFamily = has('parent')
    const isTeacher = has('teacher')
    if (isFamily || isTeacher) each(asks, 'messages-inbox', 'messages-waiting', 'cancellations-mine')
    if (isTeacher) each(asks, 'teachers-today')
    if (isFamily || !(isTeacher || has('admin'))) each(asks, 'enrolments-begun', 'windows-mine')
    if (!isFamily) return
    void asks.read('events-agenda', { mine: true })
    each(asks, 'parents-home', 'cards-mine', 'assignments-current', 'applications-mine', 'visits-mine')
    each(asks, 'enrolments-offers', 'enrolments-line', 'promotions-places', 'lotteries-mine', 'placements-mine')
  },
  '/student': async (asks, has, search) => {
    if (!has('parent') || search.has('id') || search.has('section')) return
    each(asks, 'users-me', 'messages-waiting', 'leavings-mine', 'grades-mine')
    const child = await childOf(asks, search)
    if (!child) return
    const studentId = child.id
    void asks.read('assignments-current', { studentId })
    void asks.read('forms-answers', { studentId })
    asks.page('absences-mine', { studentId })
    void asks.read('documents-list', { studentId })
  },
  '/parent': async (asks, _has, search) => {
    if (search.has('messages') || search.has('event')) return
    each(asks, 'users-me', 'messages-waiting', 'confirmations-mine', 'duties-mine', 'volunteers-classes')
    each(asks, 'policies-current')
    for (const { id: householdId } of await asks.read('parents-household', {})) {
      asks.page('parents-requests', { householdId })
      void asks.read('forms-answers', { householdId })
    }
  },
  '/paymenthistory': asks =>
    each(asks, 'messages-waiting', 'cards-mine', 'payments-ledger', 'payments-ways', 'terms-list'),
  '/calendar': asks => each(asks, 'messages-waiting', 'cancellations-mine', 'events-feed'),
  '/messages': asks => {
    each(asks, 'messages-waiting')
    asks.page('messages-inbox', {})
  },
  '/studentassignment': async (asks, has, search) => {
    if (!has('parent') || has('teacher') || has('admin') || search.has('class') || search.has('state')) return
    each(asks, 'messages-waiting')
    const child = await childOf(asks, search)
    if (!child) return
    const of = { studentId: child.id, isFamily: true }
    void asks.read('assignments-summary', of)
    asks.page('assignments-history', { ...of, state: 'open' })
  },
  '/classes': (asks, has, search) => {
    if (!has('parent')) return
    each(asks, 'messages-waiting', 'terms-list', 'students-mine')
    if (!search.has('term')) void asks.read('classes-catalogue', {})
  },
  '/register': registering,
  '/registration': registering,
  '/registration2': async (asks, has) => {
    each(asks, 'terms-list', 'policies-current')
    if (has('parent')) each(asks, 'parents-household', 'lotteries-mine')
    const { draft } = await asks.read('enrolments-draft', {})
    const termId = draft?.termId ?? null
    void asks.read('forms-asked', { termId })
    if (termId !== null) void asks.read('classes-catalogue', { termId })
  },
  '/account': (asks, has) => {
    each(asks, 'users-me')
    if (has('student')) return
    // Not `push-mine`: only calls name the device that asks.
    each(asks, 'messages-waiting', 'identity-secondFactor', 'identity-passkeys', 'identity-sessions')
    if (has('parent')) each(asks, 'parents-preferences')
  },
  '/teacherdashboard': (asks, _has, search) => {
    if (search.has('roll') || search.has('grades')) return
    void asks.read('events-agenda', { mine: true })
    each(asks, 'messages-waiting', 'cancellations-mine', 'events-feed', 'placements-waiting', 'teachers-busyTimes')
    each(asks, 'assignments-toMark', 'teachers-today')
  },
  '/admindashboard': (asks, _has, search) => {
    office(asks, 'dashboard-attention', 'terms-list')
    if (!search.has('term')) each(asks, 'dashboard-figures', 'dashboard-charts')
  },
  '/adminapplication': (asks, _has, search) => {
    office(asks, 'placements-waiting')
    if (!search.has('tab')) asks.page('applications-list', {})
  },
  '/adminclass': asks => office(asks, 'terms-list', 'classes-parts', 'classes-list'),
  '/admingrade': asks => office(asks, 'terms-list', 'classes-list'),
  '/adminevent': asks => office(asks, 'classes-list'),
  '/adminstudent': (asks, _has, search) => {
    office(asks, 'terms-list', 'classes-names', 'students-grades')
    void asks.read('views-list', { list: 'students' })
    if (search.size === 0) asks.page('students-list', { view: 'everyone' })
  },
  '/adminparent': (asks, _has, search) => {
    office(asks)
    if (search.size > 0) return
    void asks.read('views-list', { list: 'families' })
    asks.page('parents-list', { view: 'active' })
  },
  '/adminteacher': (asks, _has, search) => {
    office(asks)
    void asks.read('views-list', { list: 'teachers' })
    if (search.size === 0) asks.page('teachers-list', { view: 'active' })
  },
  '/adminuser': (asks, _has, search) => {
    office(asks)
    void asks.read('views-list', { list: 'users' })
    if (search.size === 0) asks.page('users-list', {})
  },
  '/adminpayment': (asks, _has, search) => {
    office(asks)
    void asks.read('views-list', { list: 'payments' })
    if (search.size === 0) asks.page('payments-households', { view: 'due', sort: 'due', down: false })
  },
  '/adminmessage': (asks, _has, search) => {
    office(asks)
    if (search.size === 0) asks.page('messages-notices', {})
  },
  '/adminconfig': (asks, _has, search) => {
    office(asks)
    if (search.size > 0) return
    each(asks, 'terms-list', 'classes-parts', 'classes-list', 'config-pricing', 'config-rules', 'policies-list')
  },
}

/** Asks everything that the page at an address shows first, for a person who holds `roles`. */
export const askFirst = async (
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  roles: readonly Role[],
  asks: Asks,
): Promise<void> => {
  await plans[plain(pathname)]?.(asks, role => roles.includes(role), searchParams)
}
