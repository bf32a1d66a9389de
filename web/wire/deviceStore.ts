import { keepsNothing, type Session } from '#web/session/session.ts'
import { viewing } from '#web/session/viewing.ts'

/** Returns the result of an IndexedDB request as a promise. */
export const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the device keeps nothing'))
  })

/**
 * Opens a database of this device by name, created by `make` on first use. A failed opening is retried on the next
 * call.
 */
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
 * Returns the id of the person for whom this device keeps data, or null: only a guardian or teacher who stays signed
 * in. The office sees the whole school, which must not be kept on a device, and least of all while it views as a
 * family. A sign-in for one visit leaves nothing behind.
 */
export const keptFor = (session: Session): string | null =>
  session.state === 'in' && !viewing && !session.user.roles.includes('admin') && !keepsNothing()
    ? session.user.uid
    : null
