export const sectionStatuses = ['draft', 'published', 'open', 'running', 'ended', 'cancelled'] as const
export type SectionStatus = (typeof sectionStatuses)[number]
/** The only moves a class makes; that it is full follows from its enrolments and is stored nowhere. */
export const sectionMoves: Record<SectionStatus, readonly SectionStatus[]> = {
  draft: ['published', 'open'],
  published: ['draft', 'open', 'cancelled'],
  open: ['published', 'running', 'cancelled'],
  running: ['open', 'ended', 'cancelled'],
  ended: ['running'],
  cancelled: [],
}
/** Classes that take enrolments. */
export const enrollableSections: readonly SectionStatus[] = ['open', 'running']

/** The state of a class for a family that reads about it. */
export const placeStates = ['open', 'few', 'waitlist', 'closed', 'approval', 'draw'] as const
/** What comes after a course: what follows from levels and names, a course by name, the same again, or nothing. */
export const afterCourse = ['auto', 'next', 'same', 'finish'] as const
/** What classes are made of. */
export const classParts = ['programme', 'course', 'room'] as const
/**
 * What two classes can't both have at the same time, a teacher who said that they can't then, a planned time that is
 * too close to or too far from the classes of siblings, and a room that is too small for its class.
 */
export const conflictKinds = ['room', 'teacher', 'student', 'busy', 'sibling', 'small'] as const
