import type { confirmations, Round } from '#contract/people/confirmations.ts'
import { dayIn } from '#rules/calendar.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { postAll } from '#server/platform/mail.ts'
import { letterhead, zoneOf } from '#server/school/config/tables.ts'
import { compareRecords } from './comparing.ts'
import { reminderLetter } from './letters.ts'
import { myConfirmations, visibleConfirmations } from './policy.ts'
import {
  changeRound,
  confirm,
  countFamilies,
  findCompared,
  findRound,
  insertRound,
  listAsked,
  listFamilies,
  listMine,
  listRounds,
  lockAnswer,
  takeUnreminded,
} from './queries.ts'

/** Slices that a round affects: the office's list, and the family's to-dos. */
const slices = ['confirmations', 'parents']

const found = async (db: Db, actor: Actor, id: string): Promise<Round> => {
  const round = await findRound(db, visibleConfirmations(actor), id)
  if (!round) throw notFound('The round')
  return round
}

const isPast = async (db: Db, day: string, now: Date): Promise<boolean> => day < dayIn(await zoneOf(db), now)

const mustBeAhead = async (db: Db, dueOn: string, now: Date): Promise<void> => {
  if (await isPast(db, dueOn, now)) throw invalid([{ path: 'dueOn', message: 'past' }])
}

export const confirmationFunctions: Functions<typeof confirmations> = {
  'confirmations-rounds': ({ db, actor }) => listRounds(db, visibleConfirmations(actor)),

  'confirmations-start': async ({ db, actor, input, now, touch }) => {
    await mustBeAhead(db, input.dueOn, now)
    try {
      const id = await insertRound(db, { dueOn: input.dueOn, startedAt: now, startedBy: actor.personId })
      touch(slices, await listAsked(db, id))
      return found(db, actor, id)
    } catch (error) {
      throw isDuplicate(error) ? conflict('ROUND_RUNNING', 'A round is already under way.') : error
    }
  },

  'confirmations-change': async ({ db, actor, input, now, touch }) => {
    await mustBeAhead(db, input.dueOn, now)
    if (!(await changeRound(db, input.id, { dueOn: input.dueOn }))) throw notFound('The round')
    touch(slices, await listAsked(db, input.id))
    return found(db, actor, input.id)
  },

  'confirmations-end': async ({ db, actor, input, now, touch }) => {
    if (!(await changeRound(db, input.id, { endedAt: now }))) throw notFound('The round')
    touch(slices, await listAsked(db, input.id))
    return found(db, actor, input.id)
  },

  'confirmations-list': async ({ db, actor, input }) => {
    const seen = visibleConfirmations(actor)
    const filter = { roundId: input.roundId, search: input.search ?? '', view: input.view }
    const families = await listFamilies(db, seen, filter, readKey(input.after, 2))
    return {
      ...cutPage(families, ({ household, householdId }) => [household, householdId]),
      total: await totalOf(families, input.after, () => countFamilies(db, seen, filter)),
    }
  },

  'confirmations-get': async ({ db, actor, input }) => {
    const compared = await findCompared(db, visibleConfirmations(actor), input.roundId, input.householdId)
    if (!compared) throw notFound('The family')
    const { before, after, ...family } = compared
    return { ...family, changes: compareRecords(db, before, after) }
  },

  'confirmations-remind': async context => {
    const { db, actor, input, now, touch, settings } = context
    const round = await found(db, actor, input.roundId)
    const families = await takeUnreminded(db, visibleConfirmations(actor), round.id, now)
    if (families.length === 0)
      throw conflict('ALREADY_REMINDED', 'Everyone who hasn’t confirmed has already been reminded.')
    const [region, isLate] = await Promise.all([letterhead(db), isPast(db, round.dueOn, now)])
    const letters = families.flatMap(({ guardians }) =>
      guardians.map(guardian => reminderLetter(guardian, { dueOn: round.dueOn, isLate }, region, settings.publicUrl)),
    )
    await postAll(context, letters)
    touch(['confirmations'], [])
    return { families: families.length, mails: letters.length }
  },

  'confirmations-mine': ({ db, actor }) => listMine(db, myConfirmations(actor)),

  'confirmations-confirm': async ({ db, actor, input, now, touch }) => {
    const { roundId, householdId } = input
    const answer = await lockAnswer(db, myConfirmations(actor), roundId, householdId)
    if (!answer) throw notFound('The question')
    const changes = compareRecords(db, answer.before, answer.after).length
    await confirm(db, roundId, householdId, {
      after: answer.after,
      changes,
      confirmedBy: actor.personId,
      confirmedAt: now,
    })
    touch(slices, await listAsked(db, roundId))
    return { householdId }
  },
}
