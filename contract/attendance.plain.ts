// Attendance values that several slices use.

/** `trial`: one date, to see whether the class is right; `day`: a single day without the intention to enroll. */
export const visitKinds = ['trial', 'day'] as const

/** Attendance codes in the order in which taps on a student's tile cycle through them. */
export const attendanceCodes = ['present', 'late', 'absent', 'excused', 'left-early'] as const
/** Why a family reports an absence, and the states of the report. */
export const absenceReasons = ['ill', 'family', 'travel', 'religious', 'other'] as const
export const absenceStatuses = ['filed', 'acknowledged', 'declined', 'withdrawn'] as const
