import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const no = (): boolean => false
const yes = (): boolean => true

/** Whether only the browser draws this: false on the server, and while React takes over what the server has made. */
export const useInBrowser = (): boolean => useSyncExternalStore(never, yes, no)
