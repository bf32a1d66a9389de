import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function Dashboard() {
  return <Page title="Dashboard" />
}
