/** The maximum size of one upload, in bytes. */
export const uploadLimit = 10 * 1024 * 1024
/** The maximum size of all of one person's uploads together, in bytes. */
export const uploadQuota = 200 * 1024 * 1024
/** The maximum number of files in one piece of work. */
export const filesAtOnce = 10

/** The file types that may be uploaded. The type is detected from the content, regardless of the file name. */
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
/** The address to upload a file to. A file is opened at the same address followed by its id. */
export const uploadPath = '/files/uploads'
/** The upload header that carries the file name, encoded by `encodeURIComponent`. */
export const fileNameHeader = 'x-file-name'
