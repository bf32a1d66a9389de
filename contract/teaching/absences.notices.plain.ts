export const noticeReasons = ['ill', 'family', 'travel', 'religious', 'other'] as const
export const noticeStatuses = ['filed', 'acknowledged', 'declined', 'withdrawn'] as const
export type NoticeStatus = (typeof noticeStatuses)[number]
/** The school answers and may correct its answer; the family withdraws as long as something of it is to come. */
export const absenceNoticeMoves: Record<NoticeStatus, readonly NoticeStatus[]> = {
  filed: ['acknowledged', 'declined', 'withdrawn'],
  acknowledged: ['declined', 'withdrawn'],
  declined: ['acknowledged', 'withdrawn'],
  withdrawn: [],
}
