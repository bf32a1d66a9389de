import type { attendanceCodes } from '../attendance.plain.ts'
import type { NoticeStatus } from './absences.notices.plain.ts'

export type AttendanceCode = (typeof attendanceCodes)[number]
/** What a code counts as. `weight` is the share of a meeting that was attended, in percent. */
export const attendanceMeaning: Record<AttendanceCode, { isPresent: boolean; isExcused: boolean; weight: number }> = {
  present: { isPresent: true, isExcused: false, weight: 100 },
  late: { isPresent: true, isExcused: false, weight: 100 },
  absent: { isPresent: false, isExcused: false, weight: 0 },
  excused: { isPresent: false, isExcused: true, weight: 0 },
  'left-early': { isPresent: true, isExcused: false, weight: 100 },
}

/** True when the roll proposes `excused` for a student who is not marked yet. */
export const isProposedExcused = ({
  code,
  reported,
}: {
  code: AttendanceCode | null
  reported: { isInTime: boolean; status: NoticeStatus } | null
}): boolean => code === null && reported !== null && reported.isInTime && reported.status !== 'declined'
