/** Why a student isn't in one of their classes yet, for the word beside it; null for the classes they are in. */
export const notInYet = (status: string): 'waiting' | 'held' | 'approval' | null => {
  if (status === 'held' || status === 'approval') return status
  return status === 'waiting' || status === 'offered' ? 'waiting' : null
}
