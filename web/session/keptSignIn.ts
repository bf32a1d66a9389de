// The database in which the identity client keeps the sign-in (@firebase/auth, indexedDBLocalPersistence).
const database = 'firebaseLocalStorageDb'
const store = 'firebaseLocalStorage'

/** A token that expires within this many milliseconds could expire on the way; the client renews it just as early. */
const marginMs = 30_000

/** Written by another program, so anything may be missing. */
type KeptUser = { uid?: string; stsTokenManager?: { accessToken?: string; expirationTime?: number } }

/** Returns all users that the identity client keeps on this device, one for each service. */
const keptUsers = (): Promise<KeptUser[]> =>
  new Promise(found => {
    const opening = indexedDB.open(database)
    // Don't create the database if it doesn't exist.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => found([])
    opening.onsuccess = () => {
      const db = opening.result
      try {
        const asked = db.transaction(store).objectStore(store).getAll()
        asked.onsuccess = () => found((asked.result as { value?: KeptUser }[]).flatMap(({ value }) => value ?? []))
        asked.onerror = () => found([])
      } catch {
        found([])
      } finally {
        db.close()
      }
    }
  })

/** Returns the token that this device keeps for the account if it is still valid, otherwise undefined. */
export const keptToken = async (uid: string): Promise<string | undefined> => {
  const user = (await keptUsers()).find(each => each.uid === uid)
  const { accessToken, expirationTime = 0 } = user?.stsTokenManager ?? {}
  return expirationTime > Date.now() + marginMs ? accessToken : undefined
}

/** Calls back when another tab has signed out or signed in as another person. */
export const onOtherTab = (changed: () => void): void =>
  addEventListener('storage', event => {
    if (event.key === null || event.key === 'user_id') changed()
  })
