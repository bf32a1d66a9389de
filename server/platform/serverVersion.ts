import type { Client } from '#server/platform/db.ts'

/** The oldest PostgreSQL that Lantern runs on. */
export const oldestPostgres = 15

/** True if a PostgreSQL of this version ("15.4") is too old. */
export const isTooOld = (version: string): boolean => Number.parseInt(version, 10) < oldestPostgres

/** The version of the database server, such as "15.4". */
export const serverVersion = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]!.server_version.split(' ')[0]!
}

/** The code of the error for a server that is too old. */
export const tooOld = 'too-old'

/** Throws if the server is too old, before a statement that it doesn't know fails. */
export const refuseOldServer = async (client: Client): Promise<void> => {
  const version = await serverVersion(client)
  if (isTooOld(version)) throw Object.assign(new Error(`it is PostgreSQL ${version}`), { code: tooOld })
}
