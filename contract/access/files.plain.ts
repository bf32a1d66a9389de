/** The most bytes that one upload may have. */
export const uploadLimit = 10 * 1024 * 1024
/** All uploads of one person together. */
export const uploadQuota = 200 * 1024 * 1024
/** The most files that one piece of work may have. */
export const filesAtOnce = 10

/** What may be uploaded: known by its content, whatever its name says. */
export const fileTypes = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'text/plain': ['txt'],
} as const satisfies Record<string, readonly string[]>
/** Where a file is uploaded to and, with its id behind, opened from. */
export const uploadPath = '/files/uploads'
/** The header of an upload that carries its name, encoded by `encodeURIComponent`. */
export const fileNameHeader = 'x-file-name'
