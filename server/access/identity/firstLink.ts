import type { Database } from '#server/platform/db.ts'
import { actionLink, newCode } from './codes.ts'
import { findFullAdministrator } from './queries.ts'

const dayMs = 86_400_000

/**
 * A link, valid for a day, with which a full administrator of a school that was just imported chooses a password: the
 * imported files contain no passwords, and there may be no mail server yet. Null if the school has no administrator.
 */
export const firstLink = (database: Database, publicUrl: string): Promise<{ email: string; url: string } | null> =>
  database.transaction(async db => {
    const account = await findFullAdministrator(db)
    if (!account) return null
    const code = await newCode(db, account, 'PASSWORD_RESET', new Date(Date.now() + dayMs))
    return {
      email: account.email,
      url: actionLink(publicUrl, { kind: 'PASSWORD_RESET', code, apiKey: 'lantern', language: account.language }),
    }
  })
