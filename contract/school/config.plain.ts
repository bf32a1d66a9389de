export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** The largest picture, in bytes, and how many a school may show. */
export const largestPicture = 4 * 1024 * 1024
export const mostPictures = 24

/** What usually goes wrong between the school and its mail server. */
export const mailProblems = [
  'password',
  'unknown',
  'unreachable',
  'tls',
  'private',
  'refused',
  'unsure',
  'other',
] as const
export type MailProblem = (typeof mailProblems)[number]
