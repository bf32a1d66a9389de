import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminConfig() {
  return <Page title="Settings" />
}
