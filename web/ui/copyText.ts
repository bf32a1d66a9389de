import { toast } from './Toast.tsx'

/**
 * Copies a text to the clipboard and shows `message`. If the browser has no clipboard, the text can still be selected.
 */
export const copyText = (text: string, message: string): void => {
  navigator.clipboard?.writeText(text).then(
    () => toast(message),
    () => undefined,
  )
}
