/** What papers of a student are. Teachers of its classes see action plans, and nothing else. */
export const documentKinds = ['custody', 'actionPlan', 'medical', 'other'] as const
