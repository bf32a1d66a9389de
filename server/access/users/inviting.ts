import type { Invitations } from '#contract/access/users.inviting.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Scope } from '#server/platform/scope.ts'
import { byName } from '#server/platform/sorting.ts'
import { inviteAll } from '#server/access/identity/jobs.ts'
import { type Invitee, inviteesOf, listInvitees, listUnknown } from './invitingQueries.ts'

/**
 * Decides which of these people would get an invitation, and who is left out and why: people who are barred, suspended
 * or have signed in already, or who have no address or one of someone else's account. People whose last letter could
 * not be delivered are left out, too, unless `evenBounced`.
 */
export const sortOutInvitations = async (
  db: Db,
  people: readonly Invitee[],
  { evenBounced = false }: { evenBounced?: boolean | undefined },
): Promise<Invitations> => {
  const found = await listInvitees(db, people, evenBounced)
  // An address opens only one account: of two people who share it, one is invited.
  const taken = new Set<string>()
  const decided = found.map(person => {
    if (person.reason !== null) return person
    if (taken.has(person.email)) return { ...person, reason: 'EMAIL_TAKEN' as const }
    taken.add(person.email)
    return person
  })
  return {
    send: byName(decided)
      .filter(({ reason }) => reason === null)
      .map(({ id, name, nativeName, email, isAgain }) => ({ id, name, nativeName, email, isAgain })),
    kept: byName(decided).flatMap(({ id, name, nativeName, reason }) =>
      reason === null ? [] : [{ id, name, nativeName, reason }],
    ),
  }
}

/**
 * Invites the people of a preview. Throws `AUDIENCE_CHANGED` if the number of letters is no longer the one agreed to.
 */
export const inviteAgreed = async (
  context: Pick<Context<unknown>, 'enqueue' | 'touch'>,
  { send }: Invitations,
  agreed: number,
): Promise<{ invited: number }> => {
  if (send.length !== agreed)
    throw conflict('AUDIENCE_CHANGED', 'The number of invitations has changed since it was shown.')
  await inviteAll(
    context,
    send.map(({ id }) => id),
  )
  context.touch(['users', 'parents', 'teachers'], [])
  return { invited: send.length }
}

/** A preview of inviting the people of these accounts. */
export const sortOutAccounts = async (
  db: Db,
  seen: Scope<'accounts'>,
  { ids, evenBounced }: { ids: readonly string[]; evenBounced?: boolean | undefined },
): Promise<Invitations> => {
  const { send, kept } = await sortOutInvitations(db, await inviteesOf(db, seen, ids), { evenBounced })
  return { send, kept: [...kept, ...(await listUnknown(db, seen, ids))] }
}
