import { keepsNothing, type Session } from '#web/session/session.ts'
import { viewing } from '#web/session/viewing.ts'

/** What a request to a store of the device comes to. */
export const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the device keeps nothing'))
  })

/** A database of this device by its name, made by `make` when it is first opened; one that failed to open is tried again. */
export const deviceStore = (name: string, make: (made: IDBDatabase) => void): (() => Promise<IDBDatabase>) => {
  let opening: Promise<IDBDatabase> | null = null
  const opened = (): Promise<IDBDatabase> => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => make(request.result)
    return done(request)
  }
  return () => {
    opening ??= opened().catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }
}

/**
 * For whom this device keeps anything: a guardian or teacher who stays signed in. The office sees the whole school,
 * which has no place on a device, who views as a family least of all, and who signs in for one visit leaves nothing
 * behind.
 */
export const keptFor = (session: Session): string | null =>
  session.state === 'in' && !viewing && !session.user.roles.includes('admin') && !keepsNothing()
    ? session.user.uid
    : null
