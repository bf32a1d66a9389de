import {
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
  Shapes,
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
  | ('/dashboard/' | '/student' | '/calendar' | '/messages' | '/parent' | '/teacherdashboard/' | '/studentassignment')
  | ('/admindashboard' | '/adminstudent' | '/adminparent' | '/adminteacher' | '/admingrade' | '/adminpayment')
  | ('/adminapplication' | '/adminmessage' | '/adminevent' | '/adminuser' | '/adminconfig' | '/adminclass')

/**
 * `read` is the first read of the screen: a person whose area doesn't include it gets no link. `holds` are the pages
 * under this item, for which it is marked as current.
 */
type NavigationItem = {
  to: Target
  label: keyof Messages['nav']
  icon: LucideIcon
  read?: ReadName
  holds?: readonly string[]
}
export type NavigationGroup = { label: 'office' | 'teaching' | 'family' | 'learning'; items: readonly NavigationItem[] }

const home = { to: '/dashboard/', label: 'home', icon: House } as const
const homework = { to: '/studentassignment', label: 'assignments', icon: NotebookPen } as const
/** By role, in display order. */
const groups: Record<Role, NavigationGroup> = {
  admin: {
    label: 'office',
    items: [
      { to: '/admindashboard', label: 'dashboard', icon: LayoutDashboard },
      { to: '/adminapplication', label: 'applications', icon: Inbox, read: 'applications-list' },
      { to: '/adminclass', label: 'sections', icon: Shapes, read: 'classes-list' },
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
      { ...home, holds: ['/paymenthistory', '/classes'] },
      { to: '/student', label: 'children', icon: GraduationCap, holds: ['/studentassignment'] },
      { to: '/calendar', label: 'calendar', icon: CalendarDays },
      { to: '/messages', label: 'messages', icon: MessageCircle },
      { to: '/parent', label: 'family', icon: UserRound, holds: ['/account'] },
    ],
  },
  student: {
    label: 'learning',
    items: [home, homework],
  },
}

/** The navigation of a person: one group for each role, the office's first. */
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

/**
 * Returns the attributes that mark an item as current for a page that it holds, which its own address doesn't match.
 */
export const heldBy = ({ holds }: Pick<NavigationItem, 'holds'>, path: string): { 'data-status'?: 'active' } =>
  holds?.includes(path) ? { 'data-status': 'active' } : {}
