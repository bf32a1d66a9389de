import { lazy, type ReactNode } from 'react'
import type { Role } from '#contract/callable.ts'
import { useMay } from '#web/may.ts'
import type { SessionUser } from '#web/session.ts'
import { AsOf } from '#web/shell/AsOf.tsx'
import { BoardShell } from '#web/shell/BoardShell.tsx'
import { StaffIdle } from '#web/shell/StaffIdle.tsx'
import { navigationFor } from '#web/shell/navigation.ts'

const AdminShell = lazy(() => import('#web/shell/AdminShell.tsx').then(module => ({ default: module.AdminShell })))

type PersonShellProps = { user: SessionUser | null; roles: readonly Role[]; children: ReactNode }

/** The frame of whoever is signed in: the office's rail if they work there, else the board of families and teachers. */
export default function PersonShell({ user, roles, children }: PersonShellProps) {
  const isOffice = roles.includes('admin')
  // Families and teachers are led everywhere that their role opens.
  const may = useMay({ enabled: isOffice && user !== null })
  const Shell = isOffice ? AdminShell : BoardShell
  return (
    <Shell user={user} groups={navigationFor(roles, may)}>
      <AsOf />
      {user !== null && (isOffice || roles.includes('teacher')) && <StaffIdle />}
      {children}
    </Shell>
  )
}
