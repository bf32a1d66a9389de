import type { StoredFile } from '#contract/access/files.ts'
import { uploadPath } from '#contract/access/files.plain.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Where a file is opened. */
export const hrefOf = ({ id }: StoredFile): string => `${uploadPath}/${id}`

/** How large a file is, in words. */
export const useSize = () => {
  const format = useFormat()
  return (bytes: number) =>
    bytes < 1024 * 1024
      ? `${format.number(Math.max(1, Math.round(bytes / 1024)))} KB`
      : `${format.number(Math.round(bytes / 1024 / 102.4) / 10)} MB`
}
