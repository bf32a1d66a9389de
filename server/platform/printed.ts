const inEnglish = new Intl.NumberFormat('en')

/** A number and its noun, as commands print them: '1 row', '31,682 rows'. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${inEnglish.format(n)} ${n === 1 ? one : many}`

/** A text with one full stop at its end, so that another sentence can follow it. */
export const asSentence = (text: string): string => `${text.replace(/[.\s]+$/, '')}.`

/** A size as commands print it: '340 KB', '1.8 MB', '79.6 GB'. */
export const sizeText = (bytes: number): string => {
  // The limits keep a size from being rounded to 1000 of its unit.
  if (bytes <= 999_000) return `${Math.ceil(bytes / 1e3)} KB`
  return bytes < 999_950_000 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}
