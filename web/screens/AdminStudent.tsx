import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminStudent() {
  return <Page title="Students" />
}
