import { useEffect } from 'react'

/** Has ready what signing in or up will need to show of this browser (wire D), while the form is filled in. */
export const useAttestedAhead = (): void => {
  useEffect(() => {
    import('#web/session/identity.ts').then(({ attestAhead }) => attestAhead()).catch(() => undefined)
  }, [])
}
