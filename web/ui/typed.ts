import { useEffect, useRef, useState, type FormEvent } from 'react'
import { holdBy } from './holds.ts'

const savedEvent = 'saved'

/** Says what has been saved: of what somebody typed, leaving the part that it holds loses nothing. */
export const typedIsSaved = (sent: {} | null): void =>
  void document.dispatchEvent(new CustomEvent(savedEvent, { detail: JSON.stringify(sent) }))

/** Watches the boxes of text inside an element, by `onInput`, and knows whether one holds what isn't saved. */
export const useTyped = () => {
  const boxes = useRef(new Set<HTMLInputElement>())
  useEffect(() => {
    const forget = (event: Event) => {
      const sent = (event as CustomEvent<string>).detail
      for (const box of boxes.current)
        // Another write may end meanwhile, such as a mark that was on its way.
        if (sent.includes(JSON.stringify(box.value.trim()).slice(1, -1))) boxes.current.delete(box)
    }
    document.addEventListener(savedEvent, forget)
    return () => document.removeEventListener(savedEvent, forget)
  }, [])
  return {
    onInput: ({ target }: FormEvent): void => {
      const box = target as HTMLInputElement
      if (/^(textarea|text|email|tel|url|number)$/.test(box.type)) boxes.current.add(box)
    },
    /** Takes nothing that was typed until now for unsaved. */
    forget: (): void => boxes.current.clear(),
    isUnsaved: (): boolean => [...boxes.current].some(box => box.isConnected && box.value.trim() !== ''),
  }
}

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
