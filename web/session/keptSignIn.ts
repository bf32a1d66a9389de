// Where the identity client keeps who is signed in (@firebase/auth, indexedDBLocalPersistence).
const database = 'firebaseLocalStorageDb'
const store = 'firebaseLocalStorage'

/** A token that ends sooner could end on its way; the client renews it as early. */
const marginMs = 30_000

/** As another program writes it, so anything may be missing. */
type KeptUser = { uid?: string; stsTokenManager?: { accessToken?: string; expirationTime?: number } }

/** All that the identity client keeps on this device: users, one for each service. */
const keptUsers = (): Promise<KeptUser[]> =>
  new Promise(found => {
    const opening = indexedDB.open(database)
    // Where there is nothing, nothing is made.
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

/** The token of the sign-in that this device keeps, if it is this account's and still lasts; otherwise undefined. */
export const keptToken = async (uid: string): Promise<string | undefined> => {
  const user = (await keptUsers()).find(each => each.uid === uid)
  const { accessToken, expirationTime = 0 } = user?.stsTokenManager ?? {}
  return expirationTime > Date.now() + marginMs ? accessToken : undefined
}

/** Calls back when another tab has signed out, or signed in as somebody else. */
export const onOtherTab = (changed: () => void): void =>
  addEventListener('storage', event => {
    if (event.key === null || event.key === 'user_id') changed()
  })
