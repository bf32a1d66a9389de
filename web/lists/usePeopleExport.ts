import { useWrite } from '#web/wire/call.ts'
import { tokenSynced } from '#web/session/session.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useFailureText } from '#web/words/failureText.ts'

/**
 * Asks to sign in again where that was too long ago, and then does something that fetches a file with many people. It
 * comes by the cookie, which must be that of the sign-in just made.
 */
export const usePeopleExport = () => {
  const write = useWrite('users-exportPeople')
  const failureText = useFailureText()
  return (fetchFile: () => void): void => {
    write
      .send({})
      .then(tokenSynced)
      .then(fetchFile)
      .catch((error: unknown) => toast(failureText(error)))
  }
}
