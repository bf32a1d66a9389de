import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function StudentAssignment() {
  return <Page title="Assignments" />
}
