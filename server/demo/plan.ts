import { demoAccounts } from '#server/school/config/demoAccounts.ts'
import { checkPlan } from './checks.ts'
import { fillEnrichment, groupChildren, isWaiting, type KidGroup, oversubscribed, placeWaiting } from './children.ts'
import { guardianCount, type PaymentHabit, type PlannedFamily, secondAccounts } from './family.ts'
import { careFor } from './health.ts'
import { streetKinds, streets } from './names.ts'
import { nameGiver, notableFamilies } from './people.ts'
import { type Random, seeded } from './random.ts'
import { schedule, type Turn } from './schedule.ts'
import { officers, registrar, type StaffMember, teachers } from './staff.ts'

const taiChiAdults = 14
const habits: Record<Exclude<PaymentHabit, 'full'>, number> = { part: 14, nothing: 14, over: 2, bounced: 1 }

const turnOf = (group: KidGroup, staff: StaffMember | null): Turn => {
  if (staff) return 'staff'
  if (group.notable === 'demo') return 'fixed'
  if (isWaiting(group)) return 'wait'
  const isSeated = group.kids.some(kid => [kid.language, kid.enrichment].some(name => oversubscribed.has(name ?? '')))
  return isSeated ? 'seat' : 'any'
}

const phones = () => {
  const areas = ['201', '551', '732', '848', '862', '908', '973']
  let next = 1
  return () => {
    const number = next
    next += 1
    return `(${areas[number % areas.length]}) 555-01${String(Math.floor(number / areas.length)).padStart(2, '0')}`
  }
}
const addressOf = (name: string, taken: Set<string>, random: Random): string => {
  const base = name
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .join('.')
  for (let number = 1; ; number += 1) {
    const email = `${base}${number > 1 ? number : ''}@${random.pick(['home', 'mail', 'family'])}.example`
    if (taken.has(email)) continue
    taken.add(email)
    return email
  }
}
const gradeOf = (age: number): string => (age < 5 ? 'Pre-K' : age === 5 ? 'K' : String(Math.min(age - 5, 12)))

/** The demo school's families as plain data, the same every time, checked against the school's figures. */
export const planFamilies = (): PlannedFamily[] => {
  const random = seeded(20_260_913)
  const groups = groupChildren(random)
  placeWaiting(groups, random)
  fillEnrichment(groups, random)

  // Staff families: eleven teachers, four officers.
  const ordinary = random.shuffle(groups.filter(({ notable }) => notable === null))
  const staffOf = new Map<KidGroup, StaffMember>()
  const parents = [...teachers, ...officers].filter(({ isParent }) => isParent)
  const own = ordinary.filter(
    group => !isWaiting(group) && group.kids.every(({ language }) => language?.startsWith('CSL') === false),
  )
  parents.forEach((member, index) => staffOf.set(own[index]!, member))

  const others = ordinary.filter(group => !staffOf.has(group))
  // One family has three guardians and one notable family has one; the others make up the total.
  const singles = new Set(others.slice(0, 2 * groups.length - guardianCount))

  const names = nameGiver(random)
  names.reserve([...teachers, ...officers, registrar].map(({ name }) => name))
  const phone = phones()
  const emails = new Set<string>([...teachers, ...officers].map(({ email }) => email))
  const named = groups
    .toSorted((a, b) => Number(b.notable !== null) - Number(a.notable !== null))
    .map(group => {
      const staff = staffOf.get(group) ?? null
      const people = group.notable
        ? notableFamilies[group.notable](group.kids)
        : names.family(group, singles.has(group) ? 1 : 2, staff ?? undefined)
      if (group.notable) names.reserve([...people.guardians, ...people.children].map(({ name }) => name))
      return { group, staff, people, turn: turnOf(group, staff) }
    })
  // Nineteen room parents register with the staff; four families join late.
  const free = random.shuffle(named.filter(({ turn, group }) => turn === 'any' && group.notable === null))
  free
    .filter(({ group }) => group.kids.some(({ language }) => language !== null))
    .slice(0, 19)
    .forEach(family => (family.turn = 'staff'))
  free
    .filter(({ turn, group }) => turn === 'any' && group.kids.length === 1)
    .slice(0, 4)
    .forEach(family => (family.turn = 'late'))
  const instants = schedule(named, random)

  const families = named.map((family): PlannedFamily => {
    const { group, staff, people, turn } = family
    const isChinese =
      people.guardians[0]!.nativeName !== '' && !group.kids.some(({ language }) => language?.startsWith('CSL'))
    const emailOf = (name: string, index: number): string => {
      if (index === 0 && staff) return staff.email
      if (index === 0 && group.notable === 'demo') return demoAccounts[2].email
      if (index === 2 || (index === 1 && group.notable === null && random.chance(0.2))) return ''
      return addressOf(name, emails, random)
    }
    const isBarred = (index: number) => group.notable === 'separated' && index === 1
    const isSchool = random.chance(0.6)
    return {
      notable: group.notable,
      staff,
      turn,
      registersAt: instants.get(family)!,
      language: group.notable !== 'demo' && isChinese && random.chance(0.7) ? 'zh' : 'en',
      address: `${random.int(2, 240)} ${random.pick(streets)} ${random.pick(streetKinds)}, Lakeside`,
      guardians: people.guardians.map(({ name, nativeName, relationship }, index) => ({
        name,
        nativeName,
        relationship,
        email: emailOf(name, index),
        phone: phone(),
        hasDataAccess: !isBarred(index),
        mayPickUp: !isBarred(index),
        hasAccount: index === 0,
      })),
      children: people.children.map(({ kid, ...child }) => ({
        ...child,
        birthOn: kid.birthOn,
        grade: gradeOf(kid.age),
        allergies: '',
        medical: '',
        seats: [kid.language, kid.enrichment].filter(name => name !== null),
        waits: kid.waits,
      })),
      contacts: Array.from({ length: random.int(1, 2) }, (_, index) => {
        const sex = random.chance(0.6) ? 'f' : 'm'
        const [near, far] = sex === 'f' ? [['grandmother', 'aunt'], 'neighbor'] : [['grandfather', 'uncle'], 'friend']
        return { name: names.relative(sex), phone: phone(), relationship: index === 0 ? random.pick(near) : far }
      }),
      photo: group.notable === 'noPhoto' ? 'none' : random.chance(0.12) ? 'none' : isSchool ? 'school' : 'public',
      pays: 'full',
      taiChi: null,
    }
  })
  families.sort((a, b) => a.registersAt.localeCompare(b.registersAt))
  careFor(families, random)
  giveAccounts(families, random)
  giveHabits(families, random)
  giveTaiChi(families, random)
  checkPlan(families)
  return families
}

const giveAccounts = (families: readonly PlannedFamily[], random: Random): void => {
  const seconds = families.flatMap(({ guardians, notable }) =>
    guardians.slice(1).map(guardian => ({ guardian, notable })),
  )
  const reachable = random.shuffle(seconds.filter(({ guardian }) => guardian.email !== ''))
  // The barred father also has an account: what he can't see is part of the demo.
  reachable.sort((a, b) => Number(b.notable === 'separated') - Number(a.notable === 'separated'))
  for (const { guardian } of reachable.slice(0, secondAccounts)) guardian.hasAccount = true
}

const giveHabits = (families: readonly PlannedFamily[], random: Random): void => {
  const ordinary = random.shuffle(families.filter(({ notable, staff }) => notable === null && staff === null))
  for (const family of families) if (family.notable === 'demo') family.pays = 'part'
  for (const [habit, count] of Object.entries(habits) as [PaymentHabit, number][]) {
    for (const family of ordinary.splice(0, count)) family.pays = habit
  }
}

const giveTaiChi = (families: readonly PlannedFamily[], random: Random): void => {
  const candidates = families.filter(
    ({ notable, staff, pays, registersAt }) =>
      notable === null && staff === null && pays === 'full' && registersAt < '2026-07-15',
  )
  for (const family of random.shuffle(candidates).slice(0, taiChiAdults)) {
    const day = random.int(0, 24)
    family.taiChi = {
      registersAt: new Date(
        Date.parse('2026-08-15T13:00:00Z') + day * 86_400_000 + random.int(0, 600) * 60_000,
      ).toISOString(),
      birthOn: `${random.int(1961, 1989)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
    }
  }
}
