export const allConsentLevels = ['public', 'school', 'none', 'granted', 'withdrawn'] as const
export type ConsentLevel = (typeof allConsentLevels)[number]
/**
 * How a policy is answered: photos by `levels`; a `release` is given, and may be withdrawn later; `agree` leaves no
 * choice; a `choice` is yes or no.
 */
export const policyAnswers = ['levels', 'release', 'agree', 'choice'] as const
export type PolicyAnswer = (typeof policyAnswers)[number]
/** What a family may sign. */
export const consentLevels: Record<PolicyAnswer, readonly ConsentLevel[]> = {
  levels: ['public', 'school', 'none'],
  release: ['granted', 'withdrawn'],
  agree: ['granted'],
  choice: ['granted', 'withdrawn'],
}
/** What a family must have signed to register. */
export const registrationLevels: Record<PolicyAnswer, readonly ConsentLevel[]> = {
  ...consentLevels,
  release: ['granted'],
}
