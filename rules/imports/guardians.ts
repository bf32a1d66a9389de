import type { Labelled } from './contacts.ts'
import { isHan } from './cells.ts'
import type { Rules } from './line.ts'
import type { Relationship } from './words.ts'

/** A guardian as a line of a sheet names one; `column` is where the name stood. */
export type Guardian = {
  name: string
  nativeName: string
  relationship: Relationship | null
  email: string
  phone: string
  /** Further numbers and extensions, each with the heading under which it stands. */
  others: string[]
  column: number | null
  /** The number that the sheet's own system has for the guardian; empty where it has none. */
  sourceId: string
}
type InColumn = Labelled & { column: number }
type Notes = {
  rules: Pick<Rules, 'romanise' | 'columns'>
  note(code: string, cell: { text: string; column: number } | null, text?: string): void
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
/**
 * The ways in which addresses write the words of a name: without accents, without the letters that had one, with two
 * for one.
 */
const wordsOf = ({ name }: Guardian, romanise: Rules['romanise']): string[][] =>
  (isHan(name) ? romanise(name).join(' ') : name)
    .toLowerCase()
    .split(/[\s-]+/)
    .map(word => [
      letters(word.normalize('NFKD')),
      letters(word),
      letters(word.replace(/[äöüß]/g, sign => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[sign]!)),
    ])

/** How well an address fits somebody's name: li.zhang@… is Li Zhang's rather than Wei Zhang's. */
const likeness = (email: string, guardian: Guardian, romanise: Rules['romanise']): number => {
  const local = letters(email.split('@', 1)[0]!)
  const fit = (forms: readonly string[]) =>
    Math.max(0, ...forms.filter(form => form.length > 1 && local.includes(form)).map(({ length }) => length))
  return wordsOf(guardian, romanise).reduce((sum, forms, index) => sum + fit(forms) * (index === 0 ? 1.5 : 1), 0)
}

/** The guardian whose given name alone stands beside an address or number: "585-555-0100 (c - Sue)". */
const namedBeside = ({ words }: InColumn, guardians: readonly Guardian[]): Guardian | undefined => {
  const written = new Set(words.match(/\p{L}[\p{L}'’-]+/gu) ?? [])
  const names = ({ name, nativeName }: Guardian) => [...name.split(' ').filter(word => !word.endsWith('.')), nativeName]
  const meant = guardians.filter(guardian =>
    names(guardian).some(
      word => written.has(word) && guardians.every(other => other === guardian || !names(other).includes(word)),
    ),
  )
  return meant.length === 1 ? meant[0] : undefined
}
/** "Mrs. Turner": of whom only the family name is known. */
export const isHalfNamed = ({ name }: { name: string }): boolean => /^(?:Mrs?|Ms|Dr)\. \S+$/.test(name)
/** The whole name of somebody half named, as it stands beside their address. */
const wholeName = ({ name }: Guardian, { words }: InColumn): string => {
  const family = name.split(' ').at(-1)!
  const found = words.match(/\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+/gu)?.find(each => each.endsWith(` ${family}`))
  return found ?? name
}

const ownerOf = (
  item: InColumn,
  kind: 'email' | 'phone',
  guardians: readonly Guardian[],
  romanise: Rules['romanise'],
): Guardian | undefined => {
  const free = guardians.filter(guardian => guardian[kind] === '')
  const named = namedBeside(item, guardians)
  if (named) return named[kind] === '' ? named : undefined
  const labelled =
    item.relationship === null ? undefined : guardians.find(({ relationship }) => relationship === item.relationship)
  if (labelled) return labelled[kind] === '' ? labelled : undefined
  if (kind === 'email' && free.length > 1) {
    const [best, second] = free
      .map(guardian => ({ guardian, score: likeness(item.value, guardian, romanise) }))
      .sort((a, b) => b.score - a.score)
    if (best!.score > second!.score) return best!.guardian
  }
  // A label that nobody has yet goes to a guardian without one.
  return free.find(({ relationship }) => item.relationship === null || relationship === null)
}

/**
 * Gives addresses and numbers to the guardians they belong to: by label, by likeness, then in order. Lantern keeps one
 * of each; further ones are told. Where nobody is named, the address or number stands for a name.
 */
export const spreadContacts = (
  named: readonly Guardian[],
  { emails, phones }: { emails: readonly InColumn[]; phones: readonly InColumn[] },
  relationship: Relationship | null,
  notes: Notes,
): Guardian[] => {
  const guardians = named.map(guardian => ({ ...guardian, others: [...guardian.others] }))
  const { romanise } = notes.rules
  const headingOf = ({ column }: InColumn) => notes.rules.columns[column]?.header ?? ''
  const cellOf = (item: InColumn) => ({ text: item.value, column: item.column })
  const add = (item: InColumn): Guardian => {
    const unnamed: Guardian = {
      name: '',
      nativeName: '',
      relationship: item.relationship ?? relationship,
      email: '',
      phone: '',
      others: [],
      column: item.column,
      sourceId: '',
    }
    guardians.push(unnamed)
    notes.note('guardian-unnamed', cellOf(item))
    return unnamed
  }
  // Where one person is named among several addresses, theirs is the one that is most like the name.
  const [only] = guardians
  const likest =
    guardians.length === 1 && only
      ? emails.toSorted((a, b) => likeness(b.value, only, romanise) - likeness(a.value, only, romanise))
      : emails
  const relations = (items: readonly InColumn[]) =>
    new Set(items.map(each => each.relationship).filter(each => each !== null)).size
  // A label is a relationship to the child only where it can be meant for nobody else: whom of two it means isn't told by
  // their order, and what is said of fathers may bar one of them.
  const tells = (items: readonly InColumn[], owner: Guardian) =>
    guardians.length > 1
      ? !guardians.some(
          each => each !== owner && each.relationship === null && each.column !== null && named.length > 1,
        )
      : relations(items) === 1
  for (const item of likest) {
    if (guardians.some(({ email }) => email === item.value)) continue
    const isLabelledAnew =
      item.relationship !== null &&
      guardians.length > 0 &&
      !guardians.some(each => each.relationship === item.relationship || each.relationship === null)
    const owner =
      ownerOf(item, 'email', guardians, romanise) ?? (guardians.length === 0 || isLabelledAnew ? add(item) : undefined)
    if (!owner) {
      notes.note('email-extra', cellOf(item))
      continue
    }
    owner.email = item.value
    if (isHalfNamed(owner)) owner.name = wholeName(owner, item)
    if (tells(emails, owner) || (likest === emails && likeness(item.value, owner, romanise) > 0))
      owner.relationship ??= item.relationship
  }
  // A mobile reaches one person, the telephone at home anyone who is there.
  const isHome = (item: InColumn) => item.isHome || /\bhome\b|landline|宅电|座机|住宅/i.test(headingOf(item))
  const placeOf = (item: InColumn) => (isHome(item) ? 2 : /\bcell\b|mobile|手机|手機/i.test(headingOf(item)) ? 0 : 1)
  for (const item of [...phones].sort((a, b) => placeOf(a) - placeOf(b))) {
    const known = guardians.find(({ phone }) => phone === item.value)
    if (known && item.extension !== '') known.others.push(`${item.value} ${item.extension}`)
    if (known) continue
    const owner = ownerOf(item, 'phone', guardians, romanise) ?? (guardians.length === 0 ? add(item) : undefined)
    if (!owner) {
      const meant = guardians.find(each => item.relationship !== null && each.relationship === item.relationship)
      const holder = namedBeside(item, guardians) ?? meant ?? guardians[0]!
      const number = [item.value, item.extension].filter(Boolean).join(' ')
      holder.others.push(
        [
          number,
          isHome(item) ? '(home)' : /work|office|单位|單位/i.test(`${headingOf(item)} ${item.words}`) ? '(work)' : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
      continue
    }
    if (item.extension !== '') owner.others.push(`${item.value} ${item.extension}`)
    owner.phone = item.value
    if (tells(phones, owner)) owner.relationship ??= item.relationship
  }
  return guardians.map(guardian => ({ ...guardian, name: guardian.name || guardian.email || guardian.phone }))
}
