import {
  BookOpen,
  CalendarDays,
  CreditCard,
  GraduationCap,
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
import type { Messages } from '#web/messages/catalogue.ts'

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
  | ('/adminmessage' | '/adminevent' | '/adminuser' | '/adminconfig')

export type NavigationItem = { to: Target; label: keyof Messages['nav']; icon: LucideIcon }
export type NavigationGroup = { label: 'office' | 'teaching' | 'family'; items: readonly NavigationItem[] }

const groups: Record<Role, NavigationGroup> = {
  admin: {
    label: 'office',
    items: [
      { to: '/admindashboard', label: 'dashboard', icon: LayoutDashboard },
      { to: '/adminstudent', label: 'students', icon: GraduationCap },
      { to: '/adminparent', label: 'families', icon: UsersRound },
      { to: '/adminteacher', label: 'teachers', icon: Presentation },
      { to: '/admingrade', label: 'grades', icon: NotebookPen },
      { to: '/studentassignment', label: 'assignments', icon: NotebookText },
      { to: '/adminpayment', label: 'payments', icon: CreditCard },
      { to: '/adminmessage', label: 'messages', icon: MessageCircle },
      { to: '/adminevent', label: 'events', icon: CalendarDays },
      { to: '/adminuser', label: 'users', icon: ShieldCheck },
      { to: '/adminconfig', label: 'settings', icon: Settings },
    ],
  },
  teacher: {
    label: 'teaching',
    items: [
      { to: '/teacherdashboard/', label: 'today', icon: Sun },
      { to: '/studentassignment', label: 'assignments', icon: NotebookPen },
    ],
  },
  parent: {
    label: 'family',
    items: [
      { to: '/dashboard/', label: 'home', icon: House },
      { to: '/student', label: 'children', icon: GraduationCap },
      { to: '/classes', label: 'classes', icon: BookOpen },
      { to: '/paymenthistory', label: 'payments', icon: CreditCard },
      { to: '/parent', label: 'family', icon: UserRound },
    ],
  },
}

/** What a person may go to: one group for each role held, the office's first. */
export const navigationFor = (roles: readonly Role[]): readonly NavigationGroup[] => {
  const held = (['admin', 'teacher', 'parent'] as const).filter(role => roles.includes(role))
  return held.map(role => groups[role])
}
