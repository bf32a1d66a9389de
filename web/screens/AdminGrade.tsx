import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminGrade() {
  return <Page title="Grades" />
}
