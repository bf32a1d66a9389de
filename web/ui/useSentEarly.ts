import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** What a text field of this name holds. */
export const textIn = (typed: FormData, name: string): string => {
  const text = typed.get(name)
  return typeof text === 'string' ? text : ''
}

/**
 * What a form needs on a page that the server makes ready, where people may fill it in before the page has come to
 * life: `take` gets what they have typed by then, and if they have sent it, too (web/shell/first.js), it is sent again.
 */
export const useSentEarly = (
  take: (typed: FormData) => void,
): { ref: RefObject<HTMLFormElement | null>; 'data-early': 'waits' } => {
  const ref = useRef<HTMLFormElement>(null)
  const [wasSent, setSent] = useState(false)
  // Before anything is drawn again, which would write over the fields.
  useLayoutEffect(() => {
    const early = ref.current?.dataset['early']
    if (!ref.current || early === undefined) return
    ref.current.removeAttribute('data-early')
    take(new FormData(ref.current))
    setSent(early === 'sent')
  }, [take])
  useEffect(() => {
    if (wasSent) ref.current?.requestSubmit()
  }, [wasSent])
  return { ref, 'data-early': 'waits' }
}
