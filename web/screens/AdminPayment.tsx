import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function AdminPayment() {
  return <Page title="Payments" />
}
