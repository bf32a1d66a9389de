import type { absenceStatuses } from '../attendance.plain.ts'

export type NoticeStatus = (typeof absenceStatuses)[number]
/**
 * The school answers and may correct its answer. The family can withdraw while a part of the absence is still to come.
 */
export const absenceNoticeMoves: Record<NoticeStatus, readonly NoticeStatus[]> = {
  filed: ['acknowledged', 'declined', 'withdrawn'],
  acknowledged: ['declined', 'withdrawn'],
  declined: ['acknowledged', 'withdrawn'],
  withdrawn: [],
}
