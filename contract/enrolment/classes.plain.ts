import { isTermOver, type TermStatus } from '../school/terms.plain.ts'

export const sectionStatuses = ['draft', 'published', 'open', 'running', 'ended', 'cancelled'] as const
export type SectionStatus = (typeof sectionStatuses)[number]
/** The only moves a class makes. Whether it is full follows from its enrolments and is not stored. */
export const sectionMoves: Record<SectionStatus, readonly SectionStatus[]> = {
  draft: ['published', 'open', 'cancelled'],
  published: ['draft', 'open', 'cancelled'],
  open: ['published', 'running', 'cancelled'],
  running: ['open', 'ended', 'cancelled'],
  ended: ['running'],
  cancelled: [],
}
/**
 * True for a move that a closed term no longer allows: its classes aren't shown to families again, and what their
 * students paid for has taken place.
 */
export const isPastMove = (to: SectionStatus, termStatus: TermStatus): boolean =>
  isTermOver(termStatus) && (to === 'published' || to === 'open' || to === 'cancelled')
/** The states that a class can move to, by its own and its term's. */
export const movesOf = (section: { status: SectionStatus; termStatus: TermStatus }): SectionStatus[] =>
  sectionMoves[section.status].filter(to => !isPastMove(to, section.termStatus))
/** True for a class that is over, by its own state or its term's. Nothing new is set for its students. */
export const isSectionOver = ({ status, termStatus }: { status: SectionStatus; termStatus: TermStatus }): boolean =>
  status === 'ended' || status === 'cancelled' || isTermOver(termStatus)
/** Classes that accept enrolments. */
export const enrollableSections: readonly SectionStatus[] = ['open', 'running']
/** Classes in the public catalogue. */
export const shownSections: readonly SectionStatus[] = ['published', ...enrollableSections]

/** The availability of a class, as families see it. */
export const placeStates = ['open', 'few', 'waitlist', 'closed', 'approval', 'draw'] as const
/**
 * What follows a course: `auto` derives it from levels and names; otherwise a named course, the same course again, or
 * nothing.
 */
export const afterCourse = ['auto', 'next', 'same', 'finish'] as const
/** The parts that classes are made of. */
export const classParts = ['programme', 'course', 'room'] as const
/**
 * Conflicts of classes: a room, teacher or student that two classes need at the same time, a time the teacher has
 * marked as unavailable, a planned time too close to or too far from siblings' classes, and a room that is too small.
 */
export const conflictKinds = ['room', 'teacher', 'student', 'busy', 'sibling', 'small'] as const
