import { counted } from '#server/platform/printed.ts'
import type { AuditState } from './chain.ts'

const reasons = {
  'entry-changed': 'this entry was changed',
  'entries-added-or-removed': 'entries were added to it or removed from it',
  'seal-removed': 'a seal is missing',
  'seal-changed': 'the seal doesn’t fit its entries or the seal before it',
} as const

/** What a check of the chain prints: what was found, and where the chain is broken. */
export const reportOn = ({
  seals,
  entries,
  erased,
  open,
  last,
  broken,
}: AuditState): { found: string[]; broken: string | null } => ({
  found: [
    [
      `${counted(entries, 'entry', 'entries')} under ${counted(seals, 'seal')} ${entries === 1 ? 'is as it was' : 'are as they were'} written.`,
      ...(open > 0 ? [`${open} ${open === 1 ? 'waits' : 'wait'} for the next seal, which is made every minute.`] : []),
      ...(erased > 0 ? [`${erased} lost ${erased === 1 ? 'its' : 'their'} content when someone was erased.`] : []),
    ].join(' '),
    ...(seals > 0
      ? [`Last seal: ${seals} ${last}. Keep it elsewhere: it can prove later that nothing up to it was removed.`]
      : []),
  ],
  broken:
    broken &&
    `The change log is broken at seal ${broken.seal}: ${reasons[broken.why]}.${broken.entry ? ` The entry is ${broken.entry.id}, ${broken.entry.action} by ${broken.entry.actor} at ${broken.entry.at}.` : ''} Compare it with a backup from before.`,
})
