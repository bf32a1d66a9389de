/** What families need to know about a school before they register, each with the fields that answer it. */
const needs = { contact: ['email', 'phone'], address: ['address'] } as const
type Need = keyof typeof needs
type Facts = { email: string; phone: string; address: string }
const everyNeed = Object.keys(needs) as Need[]

const saysOtherwise = (school: Facts, need: Need, field: string): boolean =>
  needs[need].some(other => other !== field && school[other] !== '')

/** What families need to know and the school has not entered yet. */
export const schoolLacks = (school: Facts): Need[] =>
  everyNeed.filter(need => needs[need].every(field => school[field] === ''))

/** What a field is needed for; null if it may stay empty because another field serves the same need. */
export const neededFor = (school: Facts, field: keyof Facts): Need | null =>
  everyNeed.find(need => needs[need].some(each => each === field) && !saysOtherwise(school, need, field)) ?? null
