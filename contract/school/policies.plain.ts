export const allConsentLevels = ['public', 'school', 'none', 'granted', 'withdrawn'] as const
export type ConsentLevel = (typeof allConsentLevels)[number]
/**
 * How a policy is answered: photos by `levels`; a `release` is granted and can be withdrawn later; `agree` is
 * mandatory; a `choice` is yes or no.
 */
export const policyAnswers = ['levels', 'release', 'agree', 'choice'] as const
export type PolicyAnswer = (typeof policyAnswers)[number]
/** The answers that a family may sign. */
export const consentLevels: Record<PolicyAnswer, readonly ConsentLevel[]> = {
  levels: ['public', 'school', 'none'],
  release: ['granted', 'withdrawn'],
  agree: ['granted'],
  choice: ['granted', 'withdrawn'],
}
/** The answers that a family may give to register. */
export const registrationLevels: Record<PolicyAnswer, readonly ConsentLevel[]> = {
  ...consentLevels,
  release: ['granted'],
}
