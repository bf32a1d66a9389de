import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function PaymentHistory() {
  return <Page title="Payment history" />
}
