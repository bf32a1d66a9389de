import { currentSession, onSession, type Session } from '#web/session/session.ts'
import { deviceStore, keptFor } from '#web/wire/deviceStore.ts'

type Unsent = { owner: string; key: string; value: object }

const open = deviceStore('lantern_unsent', made => made.createObjectStore('unsent', { keyPath: ['owner', 'key'] }))

/** Runs work in the store. Resolves once it is written. */
const inStore = async (work: (store: IDBObjectStore) => void): Promise<void> => {
  const transaction = (await open()).transaction('unsent', 'readwrite')
  work(transaction.objectStore('unsent'))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the device keeps nothing'))
  })
}
const everything = async (): Promise<Unsent[]> => {
  let found: IDBRequest<Unsent[]> | undefined
  await inStore(store => {
    found = store.getAll() as IDBRequest<Unsent[]>
  })
  return found?.result ?? []
}

/**
 * Keeps what could not be sent until it is sent, even while the person is asked to sign in again; null deletes it.
 * Returns true if it will still be there when the page is opened again.
 */
export const keepUnsent = async (key: string, value: object | null): Promise<boolean> => {
  const owner = keptFor(currentSession())
  if (owner === null) return false
  try {
    await inStore(store => {
      if (value === null) store.delete([owner, key])
      else store.put({ owner, key, value } satisfies Unsent)
    })
    return true
  } catch {
    // Storage is blocked or full: the value is lost with the page, which says so.
    return false
  }
}

/** Returns what the signed-in person could not send on an earlier visit, by key. */
export const recallUnsent = async (): Promise<ReadonlyMap<string, object>> => {
  const owner = keptFor(currentSession())
  if (owner === null) return new Map()
  try {
    return new Map((await everything()).filter(each => each.owner === owner).map(({ key, value }) => [key, value]))
  } catch {
    return new Map()
  }
}

const leaveOnly = async (owner: string | null): Promise<void> => {
  const others = (await everything()).filter(each => each.owner !== owner)
  await inStore(store => {
    for (const each of others) store.delete([each.owner, each.key])
  })
}
const follow = (session: Session): void => {
  if (session.state !== 'loading') leaveOnly(session.user?.uid ?? null).catch(() => undefined)
}

follow(currentSession())
onSession(follow)
