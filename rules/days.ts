const dayMs = 86_400_000

/** The day that lies a number of days after another, both as YYYY-MM-DD. Throws a RangeError if `day` is not a day. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The number of days from one day to another; negative if the second comes first. */
export const daysUntil = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs
