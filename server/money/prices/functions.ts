import type { prices } from '#contract/money/prices.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { keptAwards, keptCodes } from './policy.ts'
import {
  findAward,
  findCode,
  findNamed,
  insertAward,
  insertCode,
  listAwards,
  listCodes,
  lockAward,
  lockCode,
  updateAward,
  updateCode,
} from './queries.ts'

type Worth = { percent: number | null; amountCents: number | null }

/** Throws unless exactly one of percentage and amount is set. */
const checkWorth = ({ percent, amountCents }: Worth): void => {
  if (percent === null && amountCents === null) throw invalid([{ path: 'percent', message: 'required' }])
  if (percent !== null && amountCents !== null) throw invalid([{ path: 'amountCents', message: 'choose' }])
}

const checkCode = (code: Worth & { validFrom: string | null; validUntil: string | null }): void => {
  checkWorth(code)
  if (code.validFrom !== null && code.validUntil !== null && code.validUntil < code.validFrom)
    throw invalid([{ path: 'validUntil', message: 'before' }])
}

/** The written row. Throws with the field `code` where the code exists already. */
const unlessCodeTaken = async <T>(written: Promise<T>): Promise<T> => {
  try {
    return await written
  } catch (error) {
    throw isDuplicate(error) ? invalid([{ path: 'code', message: 'taken' }], 'ALREADY_EXISTS') : error
  }
}

export const priceFunctions: Functions<typeof prices> = {
  'prices-codes': ({ db, actor }) => listCodes(db, keptCodes(actor)),

  'prices-createCode': async ({ db, actor, input, now, touch }) => {
    checkCode(input)
    const id = await unlessCodeTaken(insertCode(db, { ...input, createdAt: now }))
    touch(['prices', 'enrolments'])
    return (await findCode(db, keptCodes(actor), id))!
  },

  'prices-changeCode': async ({ db, actor, input: { id, ...values }, touch }) => {
    checkCode(values)
    if (!(await lockCode(db, keptCodes(actor), id))) throw notFound('The code')
    await unlessCodeTaken(updateCode(db, id, values))
    touch(['prices', 'enrolments'])
    return (await findCode(db, keptCodes(actor), id))!
  },

  'prices-archiveCode': async ({ db, actor, input: { id, isArchived }, now, touch }) => {
    if (!(await lockCode(db, keptCodes(actor), id))) throw notFound('The code')
    await updateCode(db, id, { archivedAt: isArchived ? now : null })
    touch(['prices', 'enrolments'])
    return (await findCode(db, keptCodes(actor), id))!
  },

  'prices-awards': ({ db, actor, input }) => listAwards(db, keptAwards(actor), input),

  'prices-award': async ({ db, actor, input, now, touch }) => {
    checkWorth(input)
    if ((input.studentId === null) === (input.householdId === null))
      throw invalid([{ path: 'studentId', message: 'choose' }])
    const named = await findNamed(db, input)
    if (!named.whose) throw notFound('The student or family')
    if (!named.term) throw notFound('The term')
    const id = await insertAward(db, { ...input, awardedBy: actor.personId, createdAt: now })
    touch(['prices', 'enrolments'])
    return (await findAward(db, keptAwards(actor), id))!
  },

  'prices-endAward': async ({ db, actor, input: { id, isEnded }, now, touch }) => {
    if (!(await lockAward(db, keptAwards(actor), id))) throw notFound('The scholarship')
    await updateAward(db, id, isEnded ? now : null)
    touch(['prices', 'enrolments'])
    return (await findAward(db, keptAwards(actor), id))!
  },
}
