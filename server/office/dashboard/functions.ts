import { attentionKeys, type dashboard, figureKeys } from '#contract/office/dashboard.ts'
import { dayIn } from '#rules/calendar.ts'
import type { Db } from '#server/platform/db.ts'
import { denied, notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey } from '#server/platform/keys.ts'
import { countLikely } from '#server/office/duplicates/acts.ts'
import { everyRecord } from '#server/office/duplicates/policy.ts'
import { storedBalances } from '#server/money/payments/acts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { visibleTerms } from '#server/school/terms/policy.ts'
import { officeRows, reaches } from './policy.ts'
import {
  findFigures,
  findNeighbours,
  findTerm,
  listAttendance,
  listAttention,
  listMoney,
  listRows,
  placedOn,
} from './queries.ts'
import type { Asked } from './sourceQueries.ts'

const askedAt = async (db: Db, now: Date): Promise<Asked> => ({
  termId: null,
  sectionId: null,
  from: null,
  today: dayIn(await zoneOf(db), now),
  now,
})

export const dashboardFunctions: Functions<typeof dashboard> = {
  'dashboard-attention': async ({ db, actor, now }) => {
    const keys = attentionKeys.filter(key => reaches(actor, key))
    const [asked, duplicates] = await Promise.all([
      askedAt(db, now),
      keys.includes('duplicates') ? countLikely(db, everyRecord) : undefined,
    ])
    if (keys.includes('overdue')) asked.balances = await storedBalances(db, asked.today)
    const known = duplicates === undefined ? {} : { duplicates }
    return { items: await listAttention(db, officeRows(actor), keys, asked, known) }
  },

  'dashboard-figures': async ({ db, actor, input, now }) => {
    const seen = visibleTerms(actor)
    const term = await findTerm(db, seen, input.termId)
    if (!term && input.termId) throw notFound('The term')
    if (!term) return { term, before: null, figures: [], classes: [], next: null }
    const { before, next } = await findNeighbours(db, seen, term)
    const keys = figureKeys.filter(key => reaches(actor, key))
    const asked = { ...(await askedAt(db, now)), termId: term.id }
    const figures = await findFigures(db, officeRows(actor), keys, asked, before?.id ?? null)
    if (!next) return { term, before, ...figures, next }
    const { run, ...coming } = next
    const promotion = reaches(actor, 'promotions') ? run : null
    return {
      term,
      before,
      ...figures,
      next: { ...coming, promotion: promotion?.promotion ?? null, promotionId: promotion?.promotionId ?? null },
    }
  },

  'dashboard-charts': async ({ db, actor, input, now }) => {
    const seen = officeRows(actor)
    const term = await findTerm(db, visibleTerms(actor), input.termId)
    if (!term && input.termId) throw notFound('The term')
    if (!term) return { attendance: [], money: [] }
    const asked = { ...(await askedAt(db, now)), termId: term.id }
    const [attendance, money] = await Promise.all([
      reaches(actor, 'absent') ? listAttendance(db, seen, term.id) : [],
      reaches(actor, 'due') ? listMoney(db, seen, asked) : [],
    ])
    return { attendance, money }
  },

  'dashboard-list': async ({ db, actor, input, now }) => {
    if (!reaches(actor, input.key)) throw denied('AREA_NEEDED', 'Your area of the office does not include this.')
    const asked = {
      ...(await askedAt(db, now)),
      termId: input.termId ?? null,
      sectionId: input.sectionId ?? null,
      from: input.from ?? null,
    }
    const { found, total, sum } = await listRows(db, officeRows(actor), input.key, asked, readKey(input.after, 3))
    return { ...cutPage(found, row => [placedOn(input.key, row), row.name, row.id]), total, sum }
  },
}
