import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminUser() {
  return <Page title="Users" />
}
