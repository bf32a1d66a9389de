import { useEffect, useRef, type FormEvent } from 'react'

const savedEvent = 'saved'

/** Says that what somebody typed has been saved, so that leaving it loses nothing. */
export const typedIsSaved = (): void => void document.dispatchEvent(new Event(savedEvent))

/** Watches the boxes of text inside an element, by `onInput`, and knows whether one holds what isn't saved. */
export const useTyped = () => {
  const boxes = useRef(new Set<HTMLInputElement>())
  useEffect(() => {
    const forget = () => boxes.current.clear()
    document.addEventListener(savedEvent, forget)
    return () => document.removeEventListener(savedEvent, forget)
  }, [])
  return {
    onInput: ({ target }: FormEvent): void => {
      const box = target as HTMLInputElement
      if (/^(textarea|text|email|tel|url|number)$/.test(box.type)) boxes.current.add(box)
    },
    isUnsaved: (): boolean => [...boxes.current].some(box => box.isConnected && box.value.trim() !== ''),
  }
}
