export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** The maximum size of a picture, in bytes, and the maximum number of pictures. */
export const largestPicture = 4 * 1024 * 1024
export const mostPictures = 24

/** Common problems between the school and its mail server. */
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
