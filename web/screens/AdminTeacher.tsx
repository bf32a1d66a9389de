import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminTeacher() {
  return <Page title="Teachers" />
}
