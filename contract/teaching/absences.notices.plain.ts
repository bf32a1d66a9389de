import type { absenceStatuses } from '../attendance.plain.ts'

export type NoticeStatus = (typeof absenceStatuses)[number]
/** The school answers and may correct its answer; the family withdraws as long as something of it is to come. */
export const absenceNoticeMoves: Record<NoticeStatus, readonly NoticeStatus[]> = {
  filed: ['acknowledged', 'declined', 'withdrawn'],
  acknowledged: ['declined', 'withdrawn'],
  declined: ['acknowledged', 'withdrawn'],
  withdrawn: [],
}
