import { useEffect, useState } from 'react'
import { holdBy } from './holds.ts'
import { useTyped } from './typed.ts'

/**
 * Asks before text typed into an element is lost: `leave` wraps its own exits, and the browser's are handled here.
 * `links` adds links, which can lead out of a page but not out of an open dialog.
 */
export const useWayOut = ({ links = false }: { links?: boolean } = {}) => {
  const { onInput, forget, isUnsaved } = useTyped()
  const [goOn, setGoOn] = useState<{ now: () => void } | null>(null)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => isUnsaved() && event.preventDefault()
    const release = holdBy((way, now) => {
      if ((way === 'link' && !links) || !isUnsaved()) return false
      setGoOn({ now })
      return true
    })
    addEventListener('beforeunload', warn)
    return () => {
      release()
      removeEventListener('beforeunload', warn)
    }
  })
  return {
    onInput,
    forget,
    isAsking: goOn !== null,
    leave: (now: () => void) => (isUnsaved() ? setGoOn({ now }) : now()),
    stay: () => setGoOn(null),
    discard: () => {
      forget()
      setGoOn(null)
      goOn?.now()
    },
  }
}
