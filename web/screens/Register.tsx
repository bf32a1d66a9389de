import { Page } from '#web/ui/Page.tsx'

/** Not written yet. */
export default function Register() {
  return <Page title="Register" />
}
