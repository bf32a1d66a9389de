import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const no = (): boolean => false
const yes = (): boolean => true

/** True if only the browser renders this: false on the server, and while React hydrates the server's page. */
export const useInBrowser = (): boolean => useSyncExternalStore(never, yes, no)
