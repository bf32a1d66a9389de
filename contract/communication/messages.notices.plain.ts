import type { AudiencePart } from './messages.audience.ts'

export const noticeStatuses = ['draft', 'scheduled', 'sending', 'sent', 'recalled'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]
/** The only moves a notice makes. What is sent now is scheduled for a few seconds later, so that it can be undone. */
export const noticeMoves: Record<NoticeStatus, readonly NoticeStatus[]> = {
  draft: ['scheduled'],
  scheduled: ['draft', 'sending'],
  sending: ['sent'],
  sent: ['recalled'],
  recalled: [],
}
/** A notice that is sent now waits so long, in case it is undone. */
export const undoMs = 10_000
/** To more families than this nothing is sent without an explicit yes. */
export const manyFamilies = 50

/** The key by which a part's name is found. */
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
