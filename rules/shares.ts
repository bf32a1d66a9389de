export type Share = { id: string; percent: number }

/**
 * Divides whole percents among people in proportion to weights, so that they add up to `total` exactly: what rounding
 * leaves goes to the largest remainders. Where all weigh nothing, they weigh the same.
 */
const divide = (total: number, people: readonly Share[]): Share[] => {
  const sum = people.reduce((all, { percent }) => all + percent, 0)
  const exact = people.map(({ id, percent }) => ({
    id,
    part: (total * (sum === 0 ? 1 : percent)) / (sum || people.length),
  }))
  const whole = exact.map(({ id, part }) => ({ id, percent: Math.floor(part), left: part - Math.floor(part) }))
  const missing = total - whole.reduce((all, { percent }) => all + percent, 0)
  const first = new Set(
    whole
      .toSorted((a, b) => b.left - a.left || (a.id < b.id ? -1 : 1))
      .slice(0, missing)
      .map(({ id }) => id),
  )
  return whole.map(({ id, percent }) => ({ id, percent: percent + (first.has(id) ? 1 : 0) }))
}

/**
 * The shares of a child's bill once one guardian's is set: the others divide what is left as they divided it before.
 * Shares always add up to 100; a guardian who is the only one has it all.
 */
export const sharesAfter = (before: readonly Share[], id: string, percent: number): Share[] => {
  const others = before.filter(each => each.id !== id)
  if (others.length === 0) return [{ id, percent: 100 }]
  return [{ id, percent }, ...divide(100 - percent, others)]
}

/** The shares once a guardian has gone: those who stay divide the whole as they divided their part. */
export const sharesWithout = (before: readonly Share[], id: string): Share[] => {
  const others = before.filter(each => each.id !== id)
  return others.length === 0 ? [] : divide(100, others)
}
