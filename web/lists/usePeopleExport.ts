import { useWrite } from '#web/wire/call.ts'
import { tokenSynced } from '#web/session/session.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useFailureText } from '#web/words/failureText.ts'

/**
 * Asks the person to sign in again if their sign-in is too old, then fetches a file that names many people. The file is
 * authorized by the cookie, which must match the sign-in just made.
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
