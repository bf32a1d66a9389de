import type { badges, BadgeRow } from '#contract/people/badges.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import { workedSections } from '#server/people/teachers/policy.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { badgeHash, newPaperCode, revokeSignInsOf } from '#server/access/identity/acts.ts'
import { endBadges, listBadges, lockBadges, putBadges } from './queries.ts'

/** 80 bits, as 16 letters: impossible to guess, and short enough to type. */
const badgeBytes = 10

type Asked = { sectionId: string; studentIds: readonly string[] }

/** The students named in the request, in a class that the caller manages. Throws `notFound` if one isn't in it. */
const meant = async (
  { db, actor }: Pick<Context<unknown>, 'db' | 'actor'>,
  { sectionId, studentIds }: Asked,
): Promise<BadgeRow[]> => {
  const seen = await listBadges(db, actor.language, workedSections(actor), sectionId)
  const found = seen.filter(({ studentId }) => studentIds.includes(studentId))
  if (found.length < new Set(studentIds).size) throw notFound('A student of this class')
  return found
}

export const badgeFunctions: Functions<typeof badges> = {
  'badges-list': ({ db, actor, input }) => listBadges(db, actor.language, workedSections(actor), input.sectionId),

  'badges-make': async context => {
    const { db, actor, input, now, touch } = context
    if (!(await findSetting(db, 'signIn')).badges)
      throw conflict('BADGES_OFF', 'The school doesn’t use sign-in badges.')
    const students = await meant(context, input)
    const known = new Map((await lockBadges(db, input.studentIds)).map(each => [each.studentId, each.accountId]))
    const made = students.map(student => ({ ...student, code: newPaperCode(badgeBytes) }))
    await putBadges(
      db,
      made.map(({ studentId, code }) => ({
        studentId,
        accountId: known.get(studentId) ?? newId(),
        codeHash: badgeHash(code),
        madeBy: actor.personId,
        madeAt: now,
      })),
    )
    // Sign-ins use the actual time, not the school's clock (platform/clock.ts).
    await revokeSignInsOf(db, [...known.values()], new Date())
    touch(['badges'])
    return made.map(({ studentId, name, nativeName, code }) => ({ studentId, name, nativeName, code }))
  },

  'badges-end': async context => {
    const { db, actor, input, now, touch } = context
    await meant(context, input)
    const known = await lockBadges(db, input.studentIds)
    await endBadges(db, input.studentIds, now)
    await revokeSignInsOf(
      db,
      known.map(({ accountId }) => accountId),
      new Date(),
    )
    touch(['badges'])
    return listBadges(db, actor.language, workedSections(actor), input.sectionId)
  },
}
