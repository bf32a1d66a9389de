import type { StoredFile } from '#contract/access/files.ts'
import { uploadPath } from '#contract/access/files.plain.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns the address of a file. */
export const hrefOf = ({ id }: StoredFile): string => `${uploadPath}/${id}`

/** Returns a function that formats a file size given in bytes. */
export const useSize = () => {
  const format = useFormat()
  return (bytes: number) =>
    bytes < 1024 * 1024
      ? `${format.number(Math.max(1, Math.round(bytes / 1024)))} KB`
      : `${format.number(Math.round(bytes / 1024 / 102.4) / 10)} MB`
}
