/** Finds the text of a key, if there is one. */
type Find = (key: string) => string | undefined

/**
 * Names a function of the change log: by its own text, or by the part of the school and what was done, as `labelled`
 * joins them; by its name in the contract if there are none.
 */
export const actionWords = (
  action: string,
  { own, part, deed }: { own: Find; part: Find; deed: Find },
  labelled: (label: string, text: string) => string,
): string => {
  const [about = '', done = ''] = action.split('-', 2)
  const [of, what] = [part(about), deed(done)]
  return own(action) ?? (of && what ? labelled(of, what) : action)
}
