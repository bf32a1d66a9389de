import { useEffect, useState } from 'react'
import { holdBy } from './holds.ts'
import { useTyped } from './typed.ts'

/**
 * Asks before what is typed into an element is lost: `leave` for its own ways out, by itself for the browser's. `links`
 * says that a link leads out of it, too; out of an open dialog none does.
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
