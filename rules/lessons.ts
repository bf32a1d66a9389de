/** The date and time on the school's clock, 'YYYY-MM-DD' and 'HH:MM'. */
export type SchoolTime = { day: string; time: string }

/**
 * True once a lesson is over. From then on a family can neither report an absence from it nor take a report back: how it
 * is recorded is up to the teacher who takes attendance.
 */
export const isLessonOver = ({ onDay, endsAt }: { onDay: string; endsAt: string }, now: SchoolTime): boolean =>
  onDay < now.day || (onDay === now.day && endsAt <= now.time)
