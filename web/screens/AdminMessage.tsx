import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminMessage() {
  return <Page title="Messages" />
}
