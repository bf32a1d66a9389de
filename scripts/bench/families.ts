import { sql } from 'drizzle-orm'
import { resolve } from 'node:path'
import type pg from 'pg'
import { issueToken } from '#server/access/identity/tokens.ts'
import { type Db, openDatabase, rows } from '#server/platform/db.ts'
import { readSecretKey, sealWith } from '#server/platform/secrets.ts'
import { turning } from './load.ts'

const most = 300
type At = { origin: string; url: string; schema: string; dataDir: string }
type SignedIn = { token: string; personId: string | null; email: string }

/**
 * Creates accounts with `make`, and signs in those with addresses at `host`, as a process with the school's key can.
 */
const signInAt = async (
  at: At,
  host: string,
  role: 'parent' | null,
  make: (db: Db) => Promise<unknown>,
): Promise<SignedIn[]> => {
  const secrets = sealWith(await readSecretKey(undefined, resolve(at.dataDir)))
  const database = openDatabase(at.url, at.schema, { secrets })
  try {
    const made = await database.transaction(async db => {
      await make(db)
      return rows<{ accountId: string; signInId: string; personId: string | null; email: string }>(
        db,
        sql`with made as (insert into sign_ins (id, account_id, provider, auth_time, last_used_at, refresh_hash, expires_at)
            select gen_random_uuid(), a.id, 'password', now(), now(), gen_random_uuid()::text, now() + interval '1 day' from accounts a
            where a.email like ${`%@${host}`} returning id, account_id)
          select made.id as sign_in_id, made.account_id, p.id as person_id, a.email from made join accounts a on a.id = made.account_id left join persons p on p.account_id = made.account_id`,
      )
    })
    const now = new Date()
    return await Promise.all(
      made.map(async ({ accountId, signInId, personId, email }) => ({
        personId,
        email,
        token: await issueToken(
          database,
          at.origin,
          {
            accountId,
            signInId,
            authTime: now,
            provider: 'password',
            email,
            isVerified: true,
            name: '',
            photoUrl: null,
            roles: role ? [role] : [],
            secondFactorBy: null,
          },
          now,
        ),
      })),
    )
  } finally {
    await database.close()
  }
}

/** Gives guardians of the crowd accounts and signs them in. */
export const signInFamilies = (at: At): Promise<SignedIn[]> =>
  signInAt(at, 'crowd.example', 'parent', async db => {
    await db.execute(sql`insert into accounts (id, email, is_verified)
        select gen_random_uuid(), p.email, true from persons p where p.email like '%@crowd.example' order by p.id limit ${most} on conflict do nothing`)
    await db.execute(
      sql`update persons set account_id = a.id from accounts a where a.email = persons.email and a.email like '%@crowd.example' and persons.account_id is null`,
    )
    await db.execute(sql`insert into role_grants (id, person_id, role, starts_at)
        select gen_random_uuid(), p.id, 'parent', now() from persons p join accounts a on a.id = p.account_id where a.email like '%@crowd.example' on conflict do nothing`)
  })

/** Returns a function that returns the ids of the crowd's households in turn, starting over at the end. */
export const crowdHouseholds = async (pool: Pick<pg.Pool, 'query'>): Promise<() => string> => {
  const { rows: found } = await pool.query<{ id: string }>(
    `select id from households where address like '% Crowd Street' limit 500`,
  )
  return turning(found.map(({ id }) => id))
}

/** Creates accounts of families that the school does not know yet, and signs them in. */
export const signInNewcomers = (at: At, host: string, families: number): Promise<SignedIn[]> =>
  signInAt(at, host, null, db =>
    db.execute(sql`insert into accounts (id, email, display_name, is_verified)
      select gen_random_uuid(), 'family' || n || '@' || ${host}::text, 'Family ' || n, true from generate_series(1, ${families}::int) n`),
  )
