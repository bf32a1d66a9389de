/** The age in whole years on a day. Someone born on 29 February has their birthday on 1 March in other years. */
export const ageOn = (birthOn: string, day: string): number => {
  const [birth, on] = [birthOn, day].map(text => text.split('-').map(Number)) as [number[], number[]]
  const hasHadBirthday = on[1]! > birth[1]! || (on[1] === birth[1] && on[2]! >= birth[2]!)
  return on[0]! - birth[0]! - (hasHadBirthday ? 0 : 1)
}

/** True if two meetings on the same weekday overlap. One may start when the other ends. */
export const overlap = (
  a: { weekday: number; startsAt: string; endsAt: string },
  b: { weekday: number; startsAt: string; endsAt: string },
): boolean => a.weekday === b.weekday && a.startsAt < b.endsAt && b.startsAt < a.endsAt

/**
 * The day on which ages count for a class of a term: the cutoff ('MM-DD') in the school year (July to June) that the
 * term starts in, or the term's first day if there is no cutoff.
 */
export const ageDayOf = (cutoff: string | null, startsOn: string): string => {
  if (cutoff === null) return startsOn
  const year = Number(startsOn.slice(0, 4)) - (startsOn.slice(5) < '07-01' ? 1 : 0)
  return `${cutoff < '07-01' ? year + 1 : year}-${cutoff}`
}

export type AgeRule = {
  ageFrom: number | null
  ageTo: number | null
  /** The day on which ages count, from `ageDayOf`. */
  ageDay: string
}

/** True if a child's age on the day that counts satisfies a class's rule. A class without a rule accepts every age. */
export const isOfAge = (birthOn: string, rule: AgeRule): boolean => isAge(ageOn(birthOn, rule.ageDay), rule)

const isAge = (age: number, { ageFrom, ageTo }: Pick<AgeRule, 'ageFrom' | 'ageTo'>): boolean =>
  (ageFrom === null || age >= ageFrom) && (ageTo === null || age <= ageTo)

/** What a family looks for among the classes of a term. Fields that are left out don't matter to them. */
export type Wish = {
  age?: number
  /** Birthday, more exact than an age, because each class checks the age on its own day. */
  born?: string
  level?: number
  weekday?: number
  programmeId?: string
  words?: string
}
type Offered = {
  name: string
  nativeName: string
  course: string
  courseNativeName: string
  programmeId: string
  programme: string
  programmeNativeName: string
  level: number | null
  description: string
  weekday: number
  teachers: readonly string[]
} & AgeRule

/** The age to check for a class, on the day that counts for it; undefined if the wish says nothing about age. */
const ageFor = ({ age, born }: Wish, { ageDay }: AgeRule): number | undefined =>
  born === undefined ? age : ageOn(born, ageDay)

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** True if a class matches a wish: every criterion holds, and every search word appears in the class's texts. */
export const isWished = (wish: Wish, offered: Offered): boolean => {
  const searched = () =>
    plain(
      [
        offered.name,
        offered.nativeName,
        offered.course,
        offered.courseNativeName,
        offered.programme,
        offered.programmeNativeName,
        offered.description,
        ...offered.teachers,
      ].join(' '),
    )
  const age = ageFor(wish, offered)
  const words = plain(wish.words ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return (
    (age === undefined || isAge(age, offered)) &&
    (wish.level === undefined || offered.level === wish.level) &&
    (wish.weekday === undefined || offered.weekday === wish.weekday) &&
    (wish.programmeId === undefined || offered.programmeId === wish.programmeId) &&
    words.every(word => searched().includes(word))
  )
}

const ageless = ({ age, born }: Wish): boolean => age === undefined && born === undefined

/** The number of years by which an age misses a class's rule. */
const yearsOff = (age: number, { ageFrom, ageTo }: Offered): number =>
  Math.max(0, (ageFrom ?? 0) - age, age - (ageTo ?? Infinity))

/**
 * The classes nearest to an age and level, nearest first, to suggest when nothing fits exactly. None is more than a
 * year or a level away. A class without a level teaches beginners and advanced students alike, so only its age counts.
 */
export const nearest = <Section extends Offered>(
  { age, born, level, ...other }: Wish,
  sections: readonly Section[],
  most = 3,
): Section[] => {
  const whose: Wish = { ...(age !== undefined && { age }), ...(born !== undefined && { born }) }
  if (ageless(whose) && level === undefined) return []
  const distance = (section: Section): number => {
    const years = ageless(whose) ? 0 : yearsOff(ageFor(whose, section)!, section)
    const levels = level === undefined || section.level === null ? 0 : Math.abs(section.level - level)
    return Math.max(years, levels) > 1 ? Infinity : years + levels + (section.level === null ? 0.5 : 0)
  }
  return sections
    .filter(section => isWished(other, section))
    .map(section => ({ section, far: distance(section) }))
    .filter(({ far }) => far < Infinity)
    .sort((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ section }) => section)
}
