import { areaReaches } from '#contract/areas.ts'
import { grantedRoles } from '#contract/callable.ts'
import type { ReadName } from '#contract/index.ts'
import type { User, users } from '#contract/access/users.ts'
import { dayIn, startOfDay } from '#rules/calendar.ts'
import { daysAfter } from '#rules/days.ts'
import { inSchoolTime } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, totalOf } from '#server/platform/keys.ts'
import { anyCaller } from '#server/platform/prepared.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import {
  changeAccount,
  closeAccount,
  endSignIns,
  handOverInvitation,
  isKnownAddress,
  listSignIns,
  mustBeRecent,
  takeSecondFactor,
} from '#server/access/identity/acts.ts'
import { invite } from '#server/access/identity/jobs.ts'
import { oneself, signInsOf, visibleUsers } from '#server/access/identity/policy.ts'
import { endRole, endStaffRoles, grantRole, hasOtherAdmin, insertPerson, type Terms } from './acts.ts'
import { inviteAgreed, sortOutAccounts, sortOutInvitations } from './inviting.ts'
import { findInvitee } from './invitingQueries.ts'
import { type Reach, searchPeople } from './peopleQueries.ts'
import {
  accountOf,
  changeLanguage,
  claimPerson,
  countUsers,
  findConnections,
  findNativeName,
  findUser,
  listUsers,
  lockUser,
  ownUserOf,
  sortedUsers,
  type UserRow,
} from './queries.ts'

const shown = (user: UserRow): User => ({
  id: user.id,
  email: user.email,
  name: user.name,
  nativeName: user.nativeName,
  roles: grantedRoles.filter(role => user.roles.includes(role)),
  area: user.area,
  hasAccount: user.hasAccount,
  isVerified: user.isVerified,
  isDisabled: user.isDisabled,
  hasSecondFactor: user.hasSecondFactor,
  lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
})

const findOneself = ownUserOf(me => oneself(anyCaller('parent', me)))

const pickOf = ({ email, name, language }: Actor) => ({ email, name, language })

const reread = async (db: Db, actor: Actor, id: string): Promise<User> => {
  const user = await findUser(db, visibleUsers(actor), id)
  if (!user) throw notFound('This user')
  return shown(user)
}

const locked = async (db: Db, actor: Actor, id: string): Promise<UserRow> => {
  const user = await lockUser(db, visibleUsers(actor), id)
  if (!user) throw notFound('This user')
  return user
}

/**
 * The terms of a grant from the input. The end of a day of the school is converted to real time, which access uses; the
 * two differ only in a demo. Throws `INVALID_INPUT` if the day is in the past.
 */
const termsOf = async (
  db: Db,
  input: { role: string; area?: Terms['area'] | undefined; endsOn?: string | null | undefined },
  now: Date,
): Promise<Terms> => {
  const area = input.role === 'admin' ? (input.area ?? 'all') : 'all'
  if (!input.endsOn) return { area, endsAt: null }
  const zone = await zoneOf(db)
  if (input.endsOn < dayIn(zone, now)) throw invalid([{ path: 'endsOn', message: 'past' }])
  const left = startOfDay(zone, daysAfter(input.endsOn, 1)).getTime() - now.getTime()
  return { area, endsAt: new Date(Date.now() + left) }
}

const needsAnotherAdmin = async (db: Db, user: UserRow): Promise<void> => {
  if (user.personId === null || user.area !== 'all') return
  if (!(await hasOtherAdmin(db, user.personId)))
    throw conflict('LAST_ADMIN', 'The school needs at least one full administrator without an end date.')
}

/** Throws `MAILS_LEAVE` if mails are sent: then links and confirmations go by mail. */
const mustKeepMails = async ({ db, settings }: Pick<Context<unknown>, 'db' | 'settings'>): Promise<void> => {
  if (await settings.mail(db)) throw conflict('MAILS_LEAVE', 'Email is set up, so links are sent by email.')
}

/**
 * What slices above provide for users: a teacher's record, the people of each kind that the search may find, and the
 * end of regular letters.
 */
type People = {
  makeTeacher(db: Db, personId: string, at: Date): Promise<void>
  visibleStudents(actor: Actor, now: Date): Reach['students']
  visibleHouseholds(actor: Actor): Reach['households']
  visibleTeachers(actor: Actor): Reach['teachers']
  /** Ends a person's regular letters and the address of their calendar feed. */
  stopNews(db: Db, personId: string, at: Date): Promise<void>
}

type Grant = { personId: string; role: Parameters<typeof grantRole>[2]; terms: Terms; now: Date }
/**
 * Grants a role to a user's person, with the record that a teacher needs. Throws `LAST_ADMIN` if no full administrator
 * would be left.
 */
const grant = async (
  db: Db,
  makeTeacher: People['makeTeacher'],
  user: UserRow,
  { personId, role, terms, now }: Grant,
): Promise<void> => {
  if (role === 'admin' && (terms.area !== 'all' || terms.endsAt !== null)) await needsAnotherAdmin(db, user)
  await grantRole(db, personId, role, now, terms)
  if (role === 'teacher') await makeTeacher(db, personId, now)
}

export const userFunctions = (people: People): Functions<typeof users> => ({
  'users-me': async ({ db, actor }) => {
    const isStudent = actor.roles.includes('student')
    const [user] =
      actor.accountId === null || isStudent ? [] : await findOneself(db, { person: null, account: actor.accountId })
    // A guardian being viewed may have no account, and a student's account is that of their badge.
    if (!user)
      return (actor.viewedBy || isStudent) && actor.personId
        ? {
            ...pickOf(actor),
            id: actor.personId,
            nativeName: await findNativeName(db, actor.personId),
            roles: [...actor.roles],
            area: null,
            isVerified: true,
          }
        : null
    return { ...user, roles: [...actor.roles], area: actor.area }
  },

  'users-changeLanguage': async ({ db, actor, input }) => {
    await changeLanguage(db, oneself(actor), input.language)
    return {}
  },

  'users-exportPeople': async ({ actor }) => {
    mustBeRecent(actor)
    return {}
  },

  'users-takeData': async ({ actor }) => {
    mustBeRecent(actor)
    return {}
  },

  'users-closeAccount': async context => {
    const { db, actor, now, touch } = context
    const { accountId, personId } = actor
    mustBeRecent(actor)
    if (accountId === null) throw notFound('This account')
    if (!(await endStaffRoles(db, accountId)))
      throw conflict('LAST_ADMIN', 'The school needs at least one full administrator without an end date.')
    if (personId !== null) await people.stopNews(db, personId, now)
    await closeAccount(context, { ...actor, accountId })
    touch(['users', 'teachers', 'parents', 'classes', 'dashboard'], [])
    return {}
  },

  'users-list': async ({ db, actor, input }) => {
    const seen = visibleUsers(actor)
    const order = sortedUsers(actor.language, input.sort, input.down, input.after)
    const found = await listUsers(db, seen, input, order)
    const { rows, next } = cutPage(found, user => {
      const ofName = actor.language === 'zh' ? user.nativeOrder : user.nameOrder
      const { email, lastSignInAt } = shown(user)
      return order.keyOf({ name: ofName, email, lastSignIn: lastSignInAt }[input.sort ?? 'name'], user.id)
    })
    return { rows: rows.map(shown), next, total: await totalOf(found, input.after, () => countUsers(db, seen, input)) }
  },

  'users-search': async ({ db, actor, input, now }) => {
    if (input.search === '') return []
    const ifMay = <S>(list: ReadName, seen: S): S | null => (areaReaches(actor.area, list, 'read') ? seen : null)
    return searchPeople(
      db,
      {
        students: ifMay('students-list', people.visibleStudents(actor, now)),
        households: ifMay('parents-list', people.visibleHouseholds(actor)),
        teachers: ifMay('teachers-list', people.visibleTeachers(actor)),
        accounts: ifMay('users-list', visibleUsers(actor)),
      },
      input.search,
    )
  },

  'users-get': async ({ db, actor, input, now }) => {
    const user = await reread(db, actor, input.id)
    const { grants, ...more } = await findConnections(db, visibleUsers(actor), input.id)
    const zone = await zoneOf(db)
    const told = inSchoolTime(now)
    // Just before the end, which is midnight.
    const lastDay = (endsAt: string) => dayIn(zone, new Date(told(new Date(endsAt)).getTime() - 60_000))
    return {
      ...user,
      ...more,
      grants: grants.map(({ startsAt, endsAt, ...grant }) => ({
        ...grant,
        startedOn: dayIn(zone, new Date(startsAt)),
        endsOn: endsAt === null ? null : lastDay(endsAt),
      })),
    }
  },

  'users-invite': async ({ db, actor, input, now, touch, enqueue }) => {
    mustBeRecent(actor)
    const { email, name, nativeName } = input
    const terms = await termsOf(db, input, now)
    const { language } = actor
    const account = await accountOf(db, { email, displayName: name, language, createdAt: new Date() })
    const user = await locked(db, actor, account)
    if (user.isDisabled) throw conflict('ACCOUNT_SUSPENDED', 'This account is suspended.')
    const personId =
      user.personId ??
      (await claimPerson(db, user.id, email)) ??
      (await insertPerson(db, { accountId: user.id, name, nativeName, email, language }))
    await grant(db, people.makeTeacher, user, { personId, role: input.role, terms, now })
    await enqueue(invite, { personId })
    touch(['users', 'teachers', 'classes'], [personId])
    return reread(db, actor, user.id)
  },

  'users-invitationLink': async context => {
    const { db, actor, input, touch } = context
    mustBeRecent(actor)
    await mustKeepMails(context)
    const invitee = await findInvitee(db, visibleUsers(actor), input.id)
    if (!invitee) throw notFound('This user')
    const { kept } = await sortOutInvitations(db, [invitee], { evenBounced: true })
    const handed = kept.length === 0 ? await handOverInvitation(context, invitee.personId) : null
    if (!handed) throw conflict(kept[0]?.reason ?? 'HAS_ACCOUNT', 'There is no invitation link for this person.')
    touch(['users', 'teachers', 'parents'], [])
    return handed
  },

  'users-confirmAddress': async context => {
    const { db, actor, input, touch } = context
    mustBeRecent(actor)
    await mustKeepMails(context)
    const user = await locked(db, actor, input.id)
    if (!user.hasAccount || user.email !== input.email) throw notFound('This user')
    if (user.isDisabled) throw conflict('ACCOUNT_SUSPENDED', 'This account is suspended.')
    if (!user.isVerified) {
      if (user.personId !== null || (await isKnownAddress(db, user.email)))
        throw conflict('ADDRESS_ON_RECORD', 'This address is already on file. Invite the person there instead.')
      await changeAccount(db, user.id, { isVerified: true })
      touch(['users', 'identity', 'dashboard'], [])
    }
    return reread(db, actor, user.id)
  },

  'users-previewInvitations': ({ db, actor, input }) => sortOutAccounts(db, visibleUsers(actor), input),

  'users-inviteMany': async context => {
    const { db, actor, input } = context
    return inviteAgreed(context, await sortOutAccounts(db, visibleUsers(actor), input), input.agreed)
  },

  'users-grantRole': async ({ db, actor, input, now, touch }) => {
    mustBeRecent(actor)
    const user = await locked(db, actor, input.id)
    const terms = await termsOf(db, input, now)
    const { email, language } = user
    const personId =
      user.personId ?? (await insertPerson(db, { accountId: user.id, name: user.name || email, email, language }))
    await grant(db, people.makeTeacher, user, { personId, role: input.role, terms, now })
    touch(['users', 'teachers', 'classes'])
    return reread(db, actor, user.id)
  },

  'users-endRole': async ({ db, actor, input, touch }) => {
    const user = await locked(db, actor, input.id)
    if (user.personId !== null && user.roles.includes(input.role)) {
      if (input.role === 'admin') await needsAnotherAdmin(db, user)
      await endRole(db, [user.personId], input.role)
      touch(['users', 'teachers', 'classes'])
    }
    return reread(db, actor, user.id)
  },

  'users-suspend': async ({ db, actor, input, touch }) => {
    const user = await locked(db, actor, input.id)
    if (user.id === actor.accountId) throw conflict('OWN_ACCOUNT', 'You can’t suspend your own account.')
    await needsAnotherAdmin(db, user)
    await changeAccount(db, user.id, { isDisabled: true })
    await endSignIns(db, signInsOf(actor, user.id), new Date())
    touch(['users', 'identity'], [])
    return reread(db, actor, user.id)
  },

  'users-restore': async ({ db, actor, input, touch }) => {
    const user = await locked(db, actor, input.id)
    await changeAccount(db, user.id, { isDisabled: false })
    touch(['users'], [])
    return reread(db, actor, user.id)
  },

  'users-endSecondFactor': async context => {
    const { db, actor, input, touch } = context
    const user = await locked(db, actor, input.id)
    if (user.id === actor.accountId)
      throw conflict('OWN_ACCOUNT', 'To turn off your own two-step sign-in, sign in again and do it under “Account”.')
    if (await takeSecondFactor(context, user.id)) touch(['users', 'identity'], [])
    return reread(db, actor, user.id)
  },

  'users-signIns': async ({ db, actor, input, now }) => {
    const told = inSchoolTime(now)
    const found = await listSignIns(db, signInsOf(actor, input.id), new Date())
    return found.map(({ id, device, signedInAt, lastUsedAt }) => ({
      id,
      device,
      signedInAt: told(signedInAt).toISOString(),
      lastUsedAt: told(lastUsedAt).toISOString(),
    }))
  },

  'users-endSignIns': async ({ db, actor, input, touch }) => {
    const user = await locked(db, actor, input.id)
    const ended = await endSignIns(db, signInsOf(actor, user.id), new Date(), { only: input.signInId })
    touch(['users', 'identity'], user.personId === null ? [] : [user.personId])
    return { ended }
  },
})
