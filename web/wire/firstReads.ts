import type { Role } from '#contract/callable.ts'
import type { Input, Output, ReadName } from '#contract/index.ts'
import { plain } from '#web/routing/router.ts'

type List = 'absences-mine' | 'messages-inbox' | 'parents-requests' | 'payments-households' | 'students-list'
/**
 * The ways in which a page asks its first reads: `read` returns an answer that other reads depend on, `page` asks for
 * the first page of a list.
 */
export type Asks = {
  read: <Name extends ReadName>(name: Name, input: Input<Name>) => Promise<Output<Name>>
  page: <Name extends List>(name: Name, input: Input<Name>) => void
}
type Plan = (asks: Asks, has: (role: Role) => boolean, search: URLSearchParams) => unknown

/** The first reads of each page, by its plain path. Reads after an `await` depend on an earlier answer. */
const plans: Readonly<Record<string, Plan>> = {
  '/dashboard': ({ read }, has) => {
    void read('users-me', {})
    if (has('student')) {
      void read('cancellations-mine', {})
      return
    }
    const isFamily = has('parent')
    const isTeacher = has('teacher')
    if (isFamily || isTeacher) {
      void read('messages-inbox', {})
      void read('messages-waiting', {})
      void read('cancellations-mine', {})
    }
    if (isTeacher) void read('teachers-today', {})
    if (isFamily || !(isTeacher || has('admin'))) {
      void read('enrolments-begun', {})
      void read('windows-mine', {})
    }
    if (!isFamily) return
    void read('parents-home', {})
    void read('cards-mine', {})
    void read('events-agenda', { mine: true })
    void read('assignments-current', {})
    void read('applications-mine', {})
    void read('visits-mine', {})
    void read('enrolments-offers', {})
    void read('enrolments-line', {})
    void read('promotions-places', {})
    void read('lotteries-mine', {})
    void read('placements-mine', {})
  },
  '/student': async ({ read, page }, has, search) => {
    if (!has('parent') || search.has('id') || search.has('section')) return
    void read('users-me', {})
    void read('messages-waiting', {})
    void read('leavings-mine', {})
    void read('grades-mine', {})
    const children = await read('students-mine', {})
    const child = children.find(({ id }) => id === search.get('child')) ?? children[0]
    if (!child) return
    const studentId = child.id
    void read('assignments-current', { studentId })
    void read('forms-answers', { studentId })
    page('absences-mine', { studentId })
    void read('documents-list', { studentId })
  },
  '/parent': async ({ read, page }, _has, search) => {
    if (search.has('messages') || search.has('event')) return
    void read('users-me', {})
    void read('messages-waiting', {})
    void read('confirmations-mine', {})
    void read('duties-mine', {})
    void read('volunteers-classes', {})
    void read('policies-current', {})
    for (const { id: householdId } of await read('parents-household', {})) {
      page('parents-requests', { householdId })
      void read('forms-answers', { householdId })
    }
  },
  '/paymenthistory': ({ read }) => {
    void read('messages-waiting', {})
    void read('cards-mine', {})
    void read('payments-ledger', {})
    void read('payments-ways', {})
    void read('terms-list', {})
  },
  '/calendar': ({ read }) => {
    void read('messages-waiting', {})
    void read('cancellations-mine', {})
    void read('events-feed', {})
  },
  '/messages': ({ read, page }) => {
    void read('messages-waiting', {})
    page('messages-inbox', {})
  },
  '/teacherdashboard': async ({ read }, _has, search) => {
    if (search.has('roll') || search.has('grades')) return
    void read('messages-waiting', {})
    void read('cancellations-mine', {})
    void read('events-agenda', { mine: true })
    void read('events-feed', {})
    void read('placements-waiting', {})
    void read('teachers-busyTimes', {})
    void read('assignments-toMark', {})
    void read('teachers-today', {})
  },
  '/admindashboard': ({ read }, _has, search) => {
    void read('users-me', {})
    void read('messages-waiting', {})
    void read('dashboard-attention', {})
    void read('terms-list', {})
    if (search.has('term')) return
    void read('dashboard-figures', {})
    void read('dashboard-charts', {})
  },
  '/adminstudent': ({ read, page }, _has, search) => {
    void read('users-me', {})
    void read('messages-waiting', {})
    void read('terms-list', {})
    void read('classes-names', {})
    void read('students-grades', {})
    void read('views-list', { list: 'students' })
    if (search.size === 0) page('students-list', { view: 'everyone' })
  },
  '/adminpayment': ({ read, page }, _has, search) => {
    void read('users-me', {})
    void read('messages-waiting', {})
    void read('views-list', { list: 'payments' })
    if (search.size === 0) page('payments-households', { view: 'due', sort: 'due', down: false })
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
