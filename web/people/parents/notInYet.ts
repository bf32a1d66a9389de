const reasons = ['waiting', 'offered', 'held', 'approval'] as const

/** Why a student isn't in one of their classes yet, for the word beside it; undefined for the classes they are in. */
export const notInYet = (status: string): (typeof reasons)[number] | undefined =>
  reasons.find(reason => reason === status)
