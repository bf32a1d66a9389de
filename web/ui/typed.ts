import { useEffect, useRef, type FocusEvent } from 'react'

const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && ['text', 'email', 'tel', 'url', 'number'].includes(element.type))

const savedEvent = 'lantern-saved'

/** Says that what somebody typed has been saved, so that leaving it loses nothing. */
export const typedIsSaved = (): void => void document.dispatchEvent(new Event(savedEvent))

/** Watches the boxes of text inside an element (by `onFocus`), and knows whether something was typed that isn't saved. */
export const useTyped = () => {
  const before = useRef(new Map<HTMLInputElement | HTMLTextAreaElement, string>())
  useEffect(() => {
    const forget = () => before.current.clear()
    document.addEventListener(savedEvent, forget)
    return () => document.removeEventListener(savedEvent, forget)
  }, [])
  return {
    onFocus: ({ target }: FocusEvent): void => {
      if (isText(target) && !before.current.has(target)) before.current.set(target, target.value)
    },
    isUnsaved: (): boolean =>
      [...before.current].some(([box, text]) => box.isConnected && box.value.trim() !== '' && box.value !== text),
  }
}
