import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function Student() {
  return <Page title="Student" />
}
