import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Returns the text of the field with this name, or ''. */
export const textIn = (typed: FormData, name: string): string => {
  const text = typed.get(name)
  return typeof text === 'string' ? text : ''
}

/**
 * The props of a form on a server-rendered page, where people may fill it in before scripts have loaded. `take`
 * receives what they have typed by then; if they have also sent the form (web/shell/first.js), it is sent again.
 */
export const useSentEarly = (
  take: (typed: FormData) => void,
): { ref: RefObject<HTMLFormElement | null>; 'data-early': 'waits' } => {
  const ref = useRef<HTMLFormElement>(null)
  const [wasSent, setSent] = useState(false)
  // Before the next render, which would overwrite the fields.
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
