import type { Context } from '#server/platform/functions.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import { writeWith } from '#server/platform/writing.ts'
import { writeInvitation } from './invitations.ts'

/** The maximum number of people that one job invites. */
const invitedAtOnce = 50

/** Invites several people, each with a separate job, so that one bad address blocks no other. */
export const inviteMany: Job<{ personIds: readonly string[]; sendingId: string }> = {
  name: 'identity-inviteMany',
  run: ({ personIds, sendingId }, tools) =>
    writeWith(tools, async ({ enqueue }) => {
      for (const personId of personIds) await enqueue(invite, { personId, sendingId })
    }),
}

/** Invites these people once the caller's transaction has committed. Several form one large sending. */
export const inviteAll = async (
  { enqueue }: Pick<Context<unknown>, 'enqueue'>,
  personIds: readonly string[],
): Promise<void> => {
  const [only, ...more] = personIds
  if (only !== undefined && more.length === 0) return enqueue(invite, { personId: only })
  const sendingId = newId()
  for (let from = 0; from < personIds.length; from += invitedAtOnce)
    await enqueue(inviteMany, { personIds: personIds.slice(from, from + invitedAtOnce), sendingId })
}

/**
 * Invites a person of the school to sign in: makes an account without a password for their address, or links an
 * existing one, and sends a letter with a link that is valid for seven days. A person with a confirmed account and a
 * password gets a letter without such a link. Does nothing for a person without an address, or if the address is that
 * of someone else's account.
 */
export const invite: Job<{ personId: string; sendingId?: string }> = {
  name: 'identity-invite',
  run: ({ personId, sendingId }, tools) =>
    writeWith(tools, context => writeInvitation(context, personId, sendingId ?? null)),
}
