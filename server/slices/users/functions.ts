import { roles } from '#contract/callable.ts'
import type { User, users } from '#contract/users.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { grantRole } from './acts.ts'
import { oneself, visibleUsers } from './policy.ts'
import {
  changeLanguage,
  countUsers,
  endGrant,
  findUser,
  hasOtherAdmin,
  insertPerson,
  listUsers,
  lockUser,
  type UserRow,
} from './queries.ts'

const shown = (user: UserRow): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  nativeName: user.nativeName,
  roles: roles.filter(role => user.roles.includes(role)),
  isVerified: user.isVerified,
  isDisabled: user.isDisabled,
  lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
})

const reread = async (db: Db, actor: Actor, id: string): Promise<User> => {
  const user = await findUser(db, visibleUsers(actor), id)
  if (!user) throw notFound('This user')
  return shown(user)
}

export const userFunctions: Functions<typeof users> = {
  'users-me': async ({ db, actor }) => {
    const user = actor.accountId === null ? undefined : await findUser(db, oneself(actor), actor.accountId)
    if (!user) return null
    const { id, email, name, nativeName, isVerified } = shown(user)
    return { id, email, name, nativeName, roles: [...actor.roles], language: user.language, isVerified }
  },

  'users-changeLanguage': async ({ db, actor, input }) => {
    await changeLanguage(db, oneself(actor), input.language)
    return {}
  },

  'users-list': async ({ db, actor, input }) => {
    const seen = visibleUsers(actor)
    const { rows, next } = cutPage(await listUsers(db, seen, input, readKey(input.after, 2)), ({ name, id }) => [
      name,
      id,
    ])
    return { rows: rows.map(shown), next, total: await countUsers(db, seen, input) }
  },

  'users-grantRole': async ({ db, actor, input, now, touch }) => {
    const user = await lockUser(db, visibleUsers(actor), input.id)
    if (!user) throw notFound('This user')
    const { email, language } = user
    const personId =
      user.personId ?? (await insertPerson(db, { accountId: user.id, name: user.name || email, email, language }))
    await grantRole(db, personId, input.role, now)
    touch(['users', 'teachers', 'classes'])
    return reread(db, actor, user.id)
  },

  'users-endRole': async ({ db, actor, input, now, touch }) => {
    const user = await lockUser(db, visibleUsers(actor), input.id)
    if (!user) throw notFound('This user')
    if (user.personId !== null && user.roles.includes(input.role)) {
      if (input.role === 'admin' && !(await hasOtherAdmin(db, user.personId))) {
        throw conflict('LAST_ADMIN', 'The last administrator stays one.')
      }
      await endGrant(db, user.personId, input.role, now)
      touch(['users'])
    }
    return reread(db, actor, user.id)
  },
}
