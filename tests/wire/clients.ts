import Fastify from 'fastify'
import { deleteApp, initializeApp } from '@firebase/app'
import { connectAuthEmulator, inMemoryPersistence, initializeAuth } from '@firebase/auth'
import { sealWith } from '#server/platform/secrets.ts'
import { endStaffRoles } from '#server/access/users/acts.ts'
import { identityRoutes } from '#server/access/identity/http.ts'
import { keepMails } from '#server/platform/mailServer.ts'
import { freshDatabase } from '#tests/database-fixture.ts'
import { freePort } from '#tests/ports.ts'

let count = 0

/** A listening school with a clock that tests can advance, and official clients of it. */
export const openListening = async ({ enumerationProtection = true } = {}) => {
  const fresh = await freshDatabase()
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const app = Fastify()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { publicUrl: url, isDemo: false, mail: keepMails, secrets: sealWith() }
  identityRoutes(app, {
    database: fresh.database,
    endStaffRoles,
    jobs: null,
    clock,
    settings: { ...settings, enumerationProtection },
  })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    ...fresh,
    url,
    clock,
    settings,
    advance(ms: number) {
      ahead += ms
    },
    /** Creates an official client of the school, like a separate browser. */
    client() {
      const firebase = initializeApp(
        { apiKey: 'lantern', authDomain: 'school.example', projectId: 'lantern' },
        `listening${(count += 1)}`,
      )
      const auth = initializeAuth(firebase, { persistence: inMemoryPersistence })
      connectAuthEmulator(auth, url, { disableWarnings: true })
      return { auth, end: () => deleteApp(firebase) }
    },
    async close() {
      await app.close()
      await fresh.drop()
    },
  }
}
export type Listening = Awaited<ReturnType<typeof openListening>>

/** The client's error code, or `no error`. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )
