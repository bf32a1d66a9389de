import { useEffect } from 'react'

/** Fetches the attestation that signing in or up will need (wire D) while the person fills in the form. */
export const useAttestedAhead = (): void => {
  useEffect(() => {
    import('#web/session/identity.ts').then(({ attestAhead }) => attestAhead()).catch(() => undefined)
  }, [])
}
