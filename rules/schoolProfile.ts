/** What families need to know of a school before they register, each with the fields of which one says it. */
const needs = { contact: ['email', 'phone'], address: ['address'] } as const
type Need = keyof typeof needs
type Facts = { email: string; phone: string; address: string }
const everyNeed = Object.keys(needs) as Need[]

const saysOtherwise = (school: Facts, need: Need, field: string): boolean =>
  needs[need].some(other => other !== field && school[other] !== '')

/** What a school has not said yet of what families need. */
export const schoolLacks = (school: Facts): Need[] =>
  everyNeed.filter(need => needs[need].every(field => school[field] === ''))

/** What a field of the school is needed for; null where it may stay empty, since another field says the same. */
export const neededFor = (school: Facts, field: keyof Facts): Need | null =>
  everyNeed.find(need => needs[need].some(each => each === field) && !saysOtherwise(school, need, field)) ?? null
