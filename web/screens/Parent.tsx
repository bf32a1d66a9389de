import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function Parent() {
  return <Page title="Family" />
}
