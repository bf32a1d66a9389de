import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminDashboard() {
  return <Page title="Dashboard" />
}
