import type { AudiencePart } from './messages.audience.ts'

export const noticeStatuses = ['draft', 'scheduled', 'sending', 'sent', 'recalled'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]
/**
 * The only moves a notice makes. A notice that is sent now is scheduled a few seconds ahead, so that sending can be
 * undone.
 */
export const noticeMoves: Record<NoticeStatus, readonly NoticeStatus[]> = {
  draft: ['scheduled'],
  scheduled: ['draft', 'sending'],
  sending: ['sent'],
  sent: ['recalled'],
  recalled: [],
}
/** Milliseconds that a notice sent now waits, in case it is undone. */
export const undoMs = 10_000
/** The number of families above which a notice needs an explicit confirmation. */
export const manyFamilies = 50

/** The key under which the name of an audience part is found. */
export const partKey = (part: AudiencePart): string =>
  part.kind === 'class'
    ? part.sectionId
    : part.kind === 'programme'
      ? part.programmeId
      : part.kind === 'household'
        ? part.householdId
        : part.kind === 'person'
          ? part.personId
          : part.kind === 'level'
            ? `level ${part.level}`
            : part.kind === 'role'
              ? part.role
              : part.kind

export const readStates = ['read', 'unread', 'failed'] as const
