/** Whole years of age on a day; somebody born on 29 February has their birthday on 1 March of other years. */
export const ageOn = (birthOn: string, day: string): number => {
  const [birth, on] = [birthOn, day].map(text => text.split('-').map(Number)) as [number[], number[]]
  const hasHadBirthday = on[1]! > birth[1]! || (on[1] === birth[1] && on[2]! >= birth[2]!)
  return on[0]! - birth[0]! - (hasHadBirthday ? 0 : 1)
}

/** Whether two meetings of the same weekday overlap; one may begin when the other ends. */
export const overlap = (
  a: { weekday: number; startsAt: string; endsAt: string },
  b: { weekday: number; startsAt: string; endsAt: string },
): boolean => a.weekday === b.weekday && a.startsAt < b.endsAt && b.startsAt < a.endsAt

/** Whether a child's age on the day that counts is within the rule of a class; no rule lets everybody in. */
export const isOfAge = (
  birthOn: string,
  onDay: string,
  rule: { ageFrom: number | null; ageTo: number | null },
): boolean => {
  const age = ageOn(birthOn, onDay)
  return (rule.ageFrom === null || age >= rule.ageFrom) && (rule.ageTo === null || age <= rule.ageTo)
}
