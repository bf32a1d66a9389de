import type { Labelled } from './contacts.ts'
import { isHan } from './cells.ts'
import type { Rules } from './line.ts'
import type { Relationship } from './words.ts'

/** A guardian as one line of a sheet names them. `column` is the column of the name. */
export type Guardian = {
  name: string
  nativeName: string
  relationship: Relationship | null
  email: string
  phone: string
  /** Further phone numbers and extensions, each with its column heading. */
  others: string[]
  column: number | null
  /** The guardian's number in the sheet's own system; empty if there is none. */
  sourceId: string
}
type InColumn = Labelled & { column: number }
type Notes = {
  rules: Pick<Rules, 'romanise' | 'columns'>
  note(code: string, cell: { text: string; column: number } | null, text?: string): void
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
/**
 * The spellings of a name's words in email addresses: with accents removed, with accented letters left out, or with two
 * letters in place of one.
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

/** How well an email address matches a person's name: li.zhang@… fits Li Zhang better than Wei Zhang. */
const likeness = (email: string, guardian: Guardian, romanise: Rules['romanise']): number => {
  const local = letters(email.split('@', 1)[0]!)
  const fit = (forms: readonly string[]) =>
    Math.max(0, ...forms.filter(form => form.length > 1 && local.includes(form)).map(({ length }) => length))
  return wordsOf(guardian, romanise).reduce((sum, forms, index) => sum + fit(forms) * (index === 0 ? 1.5 : 1), 0)
}

/** The guardian whose given name alone stands beside an email or phone number: "585-555-0100 (c - Sue)". */
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
/** True for a name like "Mrs. Turner", with only a title and a family name. */
export const isHalfNamed = ({ name }: { name: string }): boolean => /^(?:Mrs?|Ms|Dr)\. \S+$/.test(name)
/** The full name of a person known only by title and family name, if it stands beside their email or phone number. */
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
  // A value whose label no guardian has goes to a guardian without a relationship.
  return free.find(({ relationship }) => item.relationship === null || relationship === null)
}

/**
 * Assigns emails and phone numbers to guardians: by label, by similarity, then in order. Lantern keeps one of each;
 * further ones are reported in notes. If nobody is named, the email or phone number serves as the name.
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
  // If several addresses stand beside one named person, theirs is the one most like the name.
  const [only] = guardians
  const likest =
    guardians.length === 1 && only
      ? emails.toSorted((a, b) => likeness(b.value, only, romanise) - likeness(a.value, only, romanise))
      : emails
  const relations = (items: readonly InColumn[]) =>
    new Set(items.map(each => each.relationship).filter(each => each !== null)).size
  // A label sets a guardian's relationship only if it can mean nobody else. With two guardians, the order doesn't tell
  // which one is meant, and a remark about fathers may bar one of them.
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
  // A cell phone reaches one person, a home phone anyone who is there.
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
