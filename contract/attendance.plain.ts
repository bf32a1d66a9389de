// What several slices say of coming to class.

/** `trial`: one date to see whether the class is right; `day`: a single day, and no more is meant. */
export const visitKinds = ['trial', 'day'] as const

/** Attendance codes in the order in which a tap on a tile goes through them. */
export const attendanceCodes = ['present', 'late', 'absent', 'excused', 'left-early'] as const
/** Why a family reports an absence, and what becomes of it. */
export const absenceReasons = ['ill', 'family', 'travel', 'religious', 'other'] as const
export const absenceStatuses = ['filed', 'acknowledged', 'declined', 'withdrawn'] as const
