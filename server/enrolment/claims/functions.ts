import { claimMinutes, claimMoves, type claims, claimTries } from '#contract/enrolment/claims.ts'
import { conflict, notFound, unauthenticated } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { post } from '#server/platform/mail.ts'
import { schoolName } from '#server/school/config/tables.ts'
import { claimKey, countAttempts, fromKey, hashOf, limits } from '#server/access/identity/acts.ts'
import { type ForgetDraft, joinAccount } from './acts.ts'
import { seekFamily } from './jobs.ts'
import { answerLetter } from './letters.ts'
import { answeredClaims, claimable, claimedByAddress, claimedByCode, ownClaims } from './policy.ts'
import {
  changeClaim,
  countClaims,
  deleteCodes,
  endOpen,
  findCode,
  findFamilyOf,
  findName,
  findOwn,
  insertClaims,
  listCandidates,
  listClaims,
  listOffered,
  lockAccount,
  lockAsked,
  lockSent,
} from './queries.ts'

const touched = ['parents', 'students', 'users', 'claims', 'enrolments']

/** Locks the caller's account. Throws `IS_SO_ALREADY` where it belongs to a person on file already. */
const lockNewcomer = async ({ db, actor }: Context<unknown>): Promise<{ accountId: string; email: string }> => {
  if (actor.accountId === null) throw unauthenticated('SIGN_IN_NEEDED', 'Sign in first.')
  const account = await lockAccount(db, actor.accountId)
  if (!account || account.isSomebody)
    throw conflict('IS_SO_ALREADY', 'This account already belongs to someone on file.')
  return { accountId: actor.accountId, email: account.email }
}

/** Counts an attempt to find a family. Throws `TOO_MANY` above the hourly limit of an account or a network. */
const mustBeFew = async ({ db, address, now }: Context<unknown>, accountId: string): Promise<void> => {
  const counters = {
    [claimKey(accountId)]: limits.claimOfAccount,
    [fromKey('claim', address)]: limits.claimFromAddress,
  }
  if (!(await countAttempts(db, counters, now)))
    throw conflict('TOO_MANY', 'Too many attempts. Try again in an hour, or ask the office.')
}

const offeredTo = async (context: Pick<Context<unknown>, 'db'>, actor: Actor) =>
  actor.personId === null ? listOffered(context.db, claimedByAddress(actor), ownClaims(actor)) : []

const birthday = (text: string): string | null => text || null

export const claimFunctions = (forgetDraft: ForgetDraft): Functions<typeof claims> => ({
  'claims-offer': async ({ db, actor, now }) => ({
    people: await offeredTo({ db }, actor),
    maySeek: actor.personId === null,
    ...(await findOwn(db, ownClaims(actor), now)),
  }),

  'claims-accept': async context => {
    const { db, actor, input, now, touch } = context
    const { accountId, email } = await lockNewcomer(context)
    const offered = await offeredTo(context, actor)
    if (!offered.some(({ personId }) => personId === input.personId)) throw notFound('The family')
    const joined = await joinAccount(db, forgetDraft, { accountId, personId: input.personId, email, at: now })
    if (!joined) throw notFound('The family')
    await insertClaims(db, [
      { accountId, personId: input.personId, way: 'email', status: 'joined', createdAt: now, answeredAt: now },
    ])
    touch(touched)
    return joined
  },

  'claims-decline': async context => {
    const { db, actor, now, touch } = context
    const { accountId } = await lockNewcomer(context)
    const declined = await offeredTo(context, actor)
    await insertClaims(
      db,
      declined.map(({ personId }) => ({
        accountId,
        personId,
        way: 'email' as const,
        status: 'declined' as const,
        createdAt: now,
        answeredAt: now,
      })),
    )
    touch(['claims'], [])
    return {}
  },

  'claims-seek': async context => {
    const { db, actor, input, now, enqueue } = context
    const { accountId } = await lockNewcomer(context)
    await mustBeFew(context, accountId)
    await endOpen(db, ownClaims(actor), 'sent', now)
    const id = newId()
    const expiresAt = new Date(now.getTime() + claimMinutes * 60_000)
    const { childName, birthOn, phone } = input
    await insertClaims(db, [
      {
        id,
        accountId,
        way: 'code',
        status: 'sent',
        childName,
        birthOn: birthday(birthOn),
        phone,
        createdAt: now,
        expiresAt,
      },
    ])
    await enqueue(seekFamily, { claimId: id })
    return { expiresAt: expiresAt.toISOString() }
  },

  'claims-enter': async context => {
    const { db, actor, input, now, touch } = context
    const { accountId, email } = await lockNewcomer(context)
    const claim = await lockSent(db, ownClaims(actor))
    if (!claim || claim.expiresAt === null || claim.expiresAt <= now || claim.tries >= claimTries) {
      if (claim) await changeClaim(db, claim.id, { status: 'lapsed', answeredAt: now })
      return { outcome: 'lapsed', triesLeft: 0, family: null }
    }
    const code = await findCode(db, claim.id, hashOf(`${claim.id}:${input.code.replace(/\D/g, '')}`))
    const family = code ? await findFamilyOf(db, claimedByCode(code.personId)) : null
    const triesLeft = claimTries - claim.tries
    if (family && input.isOurs === null) return { outcome: 'found', triesLeft, family }
    if (family && code && input.isOurs === false) {
      await changeClaim(db, claim.id, { status: 'declined', personId: code.personId, answeredAt: now })
      await deleteCodes(db, claim.id)
      touch(['claims'], [])
      return { outcome: 'declined', triesLeft: 0, family: null }
    }
    const joined =
      code && family && (await joinAccount(db, forgetDraft, { accountId, personId: code.personId, email, at: now }))
    if (!code || !joined) {
      const tries = claim.tries + 1
      await changeClaim(db, claim.id, { tries, ...(tries >= claimTries && { status: 'lapsed', answeredAt: now }) })
      return { outcome: 'wrong', triesLeft: claimTries - tries, family: null }
    }
    await changeClaim(db, claim.id, { status: 'joined', personId: code.personId, answeredAt: now })
    await deleteCodes(db, claim.id)
    touch(touched)
    return { outcome: 'joined', triesLeft: 0, family: null }
  },

  'claims-ask': async context => {
    const { db, actor, input, now, touch } = context
    const { accountId } = await lockNewcomer(context)
    await mustBeFew(context, accountId)
    await endOpen(db, ownClaims(actor), 'asked', now)
    const { birthOn, ...details } = input
    await insertClaims(db, [
      { accountId, way: 'office', status: 'asked', ...details, birthOn: birthday(birthOn), createdAt: now },
    ])
    touch(['claims'], [])
    return {}
  },

  'claims-list': async ({ db, actor, input }) => {
    const seen = answeredClaims(actor)
    const filter = { search: input.search ?? '', view: input.view }
    const found = await listClaims(db, seen, claimable(actor), filter, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ createdAt, id }) => [createdAt, id]),
      total: await totalOf(found, input.after, () => countClaims(db, seen, filter)),
    }
  },

  'claims-candidates': ({ db, actor, input }) => listCandidates(db, claimable(actor), input.search, actor.language),

  'claims-answer': async context => {
    const { db, actor, input, now, touch, settings } = context
    const claim = await lockAsked(db, answeredClaims(actor), input.id)
    if (!claim) throw notFound('The request')
    const to = input.personId === null ? 'refused' : 'joined'
    if (!claimMoves[claim.status].includes(to))
      throw conflict('MOVE_NOT_ALLOWED', 'This request has already been answered.')
    const account = await lockAccount(db, claim.accountId)
    if (!account) throw notFound('The request')
    let joined: string | null = null
    if (input.personId !== null) {
      if (account.isSomebody)
        throw conflict(
          'IS_SO_ALREADY',
          'This account already belongs to someone on file. Merge the two records instead.',
        )
      const found = await joinAccount(db, forgetDraft, {
        accountId: claim.accountId,
        personId: input.personId,
        email: account.email,
        at: now,
      })
      if (!found) throw notFound('The person')
      joined = await findName(db, input.personId)
    }
    await changeClaim(db, claim.id, {
      status: to,
      personId: input.personId,
      answeredBy: actor.personId,
      answeredAt: now,
      answer: input.note,
    })
    await post(context, answerLetter(account, await schoolName(db), joined, input.note, settings.publicUrl))
    touch(touched)
    return { id: claim.id, status: to }
  },
})
