import { useCallback, useEffect, useRef, type FormEvent } from 'react'

const savedEvent = 'saved'

/** Announces saved input, so that a text box whose content it includes no longer counts as unsaved. */
export const typedIsSaved = (sent: {} | null): void =>
  void document.dispatchEvent(new CustomEvent(savedEvent, { detail: JSON.stringify(sent) }))

/** Watches the text inputs inside an element by `onInput`, and knows whether one holds unsaved text. */
export const useTyped = () => {
  const boxes = useRef(new Set<HTMLInputElement>())
  useEffect(() => {
    const forget = (event: Event) => {
      const sent = (event as CustomEvent<string>).detail
      for (const box of boxes.current)
        // The write that ended may be another one, such as a mark that was on its way.
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
    /** Treats everything typed until now as saved. */
    forget: useCallback((): void => boxes.current.clear(), []),
    isUnsaved: (): boolean => [...boxes.current].some(box => box.isConnected && box.value.trim() !== ''),
  }
}
