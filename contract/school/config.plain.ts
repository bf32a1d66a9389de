export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
/** The largest picture, in bytes, and how many a school may show. */
export const largestPicture = 4 * 1024 * 1024
export const mostPictures = 24
