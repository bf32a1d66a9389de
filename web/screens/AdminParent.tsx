import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminParent() {
  return <Page title="Families" />
}
