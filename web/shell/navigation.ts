import {
  BookOpen,
  CalendarDays,
  CreditCard,
  GraduationCap,
  Inbox,
  House,
  LayoutDashboard,
  MessageCircle,
  NotebookPen,
  NotebookText,
  Presentation,
  Settings,
  ShieldCheck,
  Sun,
  UserRound,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import type { Role } from '#contract/callable.ts'
import type { ReadName } from '#contract/index.ts'
import type { Messages } from '#web/words/bundles.ts'

type Target =
  | (
      | '/dashboard/'
      | '/student'
      | '/classes'
      | '/paymenthistory'
      | '/parent'
      | '/teacherdashboard/'
      | '/studentassignment'
    )
  | ('/admindashboard' | '/adminstudent' | '/adminparent' | '/adminteacher' | '/admingrade' | '/adminpayment')
  | ('/adminapplication' | '/adminmessage' | '/adminevent' | '/adminuser' | '/adminconfig')

/** `read` is what the screen shows first: a person whose area does not reach it is not led there. */
type NavigationItem = { to: Target; label: keyof Messages['nav']; icon: LucideIcon; read?: ReadName }
export type NavigationGroup = { label: 'office' | 'teaching' | 'family' | 'learning'; items: readonly NavigationItem[] }

const home = { to: '/dashboard/', label: 'home', icon: House } as const
const homework = { to: '/studentassignment', label: 'assignments', icon: NotebookPen } as const
/** By role, in the order in which they stand. */
const groups: Record<Role, NavigationGroup> = {
  admin: {
    label: 'office',
    items: [
      { to: '/admindashboard', label: 'dashboard', icon: LayoutDashboard },
      { to: '/adminapplication', label: 'applications', icon: Inbox, read: 'applications-list' },
      { to: '/adminstudent', label: 'students', icon: GraduationCap, read: 'students-list' },
      { to: '/adminparent', label: 'families', icon: UsersRound, read: 'parents-list' },
      { to: '/adminteacher', label: 'teachers', icon: Presentation, read: 'teachers-list' },
      { to: '/admingrade', label: 'grades', icon: NotebookPen, read: 'grades-book' },
      { to: '/studentassignment', label: 'assignments', icon: NotebookText, read: 'assignments-list' },
      { to: '/adminpayment', label: 'payments', icon: CreditCard, read: 'payments-households' },
      { to: '/adminmessage', label: 'messages', icon: MessageCircle, read: 'messages-outbox' },
      { to: '/adminevent', label: 'events', icon: CalendarDays },
      { to: '/adminuser', label: 'users', icon: ShieldCheck, read: 'users-list' },
      { to: '/adminconfig', label: 'settings', icon: Settings, read: 'config-pricing' },
    ],
  },
  teacher: {
    label: 'teaching',
    items: [{ to: '/teacherdashboard/', label: 'today', icon: Sun }, homework],
  },
  parent: {
    label: 'family',
    items: [
      home,
      { to: '/student', label: 'children', icon: GraduationCap },
      { to: '/classes', label: 'classes', icon: BookOpen },
      { to: '/paymenthistory', label: 'payments', icon: CreditCard },
      { to: '/parent', label: 'family', icon: UserRound },
    ],
  },
  student: {
    label: 'learning',
    items: [home, homework],
  },
}

/** What a person may go to: one group for each role held, the office's first. */
export const navigationFor = (
  roles: readonly Role[],
  may: (name: ReadName) => boolean | undefined,
): readonly NavigationGroup[] => {
  const held = (Object.keys(groups) as Role[]).filter(role => roles.includes(role))
  return held.map(role => ({
    ...groups[role],
    items: groups[role].items.filter(({ read }) => read === undefined || may(read) !== false),
  }))
}
