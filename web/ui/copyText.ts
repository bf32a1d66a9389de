import { toast } from './Toast.tsx'

/** Puts a text where it can be pasted from and says so; where the browser lends no clipboard, the text can still be marked. */
export const copyText = (text: string, message: string): void => {
  navigator.clipboard?.writeText(text).then(
    () => toast(message),
    () => undefined,
  )
}
