import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function Home() {
  return <Page title="Home" />
}
