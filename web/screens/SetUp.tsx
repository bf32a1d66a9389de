import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function SetUp() {
  return <Page title="Set up" />
}
