import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminEvent() {
  return <Page title="Events" />
}
