/** The value for text that isn't an amount; every rule for amounts refuses it at its field. */
export const unreadable = -1

/**
 * Parses a typed amount ("1,250.50", "1.250,50" or "1250,5") into whole minor units. Returns null for an empty text,
 * and `unreadable` for anything ambiguous or wrong, such as "12.345" or "2 x 15".
 */
export const parseMoney = (typed: string, digits: number): number | null => {
  const plain = typed
    // Converts full-width digits, as a Chinese keyboard writes them.
    .normalize('NFKC')
    .replace(/^[A-Z]{3}\b|\b[A-Z]{3}$/g, '')
    .replace(/[\s\p{Sc}'’]/gu, '')
  if (plain === '') return null
  const cents = `\\d{1,${digits}}`
  const shapes =
    digits === 0
      ? ['(\\d+)', '(\\d{1,3}(?:[.,]\\d{3})+)']
      : [
          `(\\d*)(?:[.,](${cents}))?`,
          `(\\d{1,3}(?:,\\d{3})+)(?:\\.(${cents}))?`,
          // Points separate thousands only before a decimal comma: a single point alone is ambiguous.
          `(\\d{1,3}(?:\\.\\d{3})+),(${cents})`,
        ]
  const found = shapes.flatMap(shape => new RegExp(`^${shape}$`).exec(plain) ?? [])
  if (found.length === 0) return unreadable
  const [, whole = '', rest = ''] = found
  if (whole === '' && rest === '') return unreadable
  return Number(whole.replace(/[.,]/g, '') || '0') * 10 ** digits + Number(rest.padEnd(digits, '0') || '0')
}
