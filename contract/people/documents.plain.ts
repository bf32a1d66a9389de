/** The kinds of a student's papers. Teachers of the student's classes see action plans only. */
export const documentKinds = ['custody', 'actionPlan', 'medical', 'other'] as const
