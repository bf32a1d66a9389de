/** The smallest and largest numbers that a class may have in each field. */
export const classBounds = {
  capacity: { from: 1, to: 1000 },
  minimum: { from: 0, to: 1000 },
  age: { from: 0, to: 120 },
  level: { from: 0, to: 100 },
  cents: { from: 0, to: 100_000_000 },
  teachers: { from: 0, to: 10 },
} as const
