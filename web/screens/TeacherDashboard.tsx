import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function TeacherDashboard() {
  return <Page title="Today" />
}
