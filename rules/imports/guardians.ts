import type { Labelled } from './contacts.ts'
import type { Relationship } from './words.ts'

/** A guardian as a line of a sheet names one; `column` is where the name stood. */
export type Guardian = {
  name: string
  nativeName: string
  relationship: Relationship | null
  email: string
  phone: string
  column: number | null
  /** The number that the sheet's own system has for the guardian; empty where it has none. */
  sourceId: string
}
type InColumn = Labelled & { column: number }
type Notes = { note(code: string, cell: { text: string; column: number } | null, text?: string): void }

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '')
/**
 * The ways in which addresses write the words of a name: without accents, without the letters that had one, with two
 * for one.
 */
const wordsOf = ({ name }: Guardian): string[][] =>
  name
    .toLowerCase()
    .split(/[\s-]+/)
    .map(word => [
      letters(word.normalize('NFKD')),
      letters(word),
      letters(word.replace(/[äöüß]/g, sign => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[sign]!)),
    ])

/** How well an address fits somebody's name: li.zhang@… is Li Zhang's rather than Wei Zhang's. */
const likeness = (email: string, guardian: Guardian): number => {
  const local = letters(email.split('@', 1)[0]!)
  const fit = (forms: readonly string[]) =>
    Math.max(0, ...forms.filter(form => form.length > 1 && local.includes(form)).map(({ length }) => length))
  return wordsOf(guardian).reduce((sum, forms, index) => sum + fit(forms) * (index === 0 ? 1.5 : 1), 0)
}

const ownerOf = (item: InColumn, kind: 'email' | 'phone', guardians: readonly Guardian[]): Guardian | undefined => {
  const free = guardians.filter(guardian => guardian[kind] === '')
  const labelled =
    item.relationship === null ? undefined : guardians.find(({ relationship }) => relationship === item.relationship)
  if (labelled) return labelled[kind] === '' ? labelled : undefined
  if (kind === 'email' && free.length > 1) {
    const [best, second] = free
      .map(guardian => ({ guardian, score: likeness(item.value, guardian) }))
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
  const guardians = named.map(guardian => ({ ...guardian }))
  const cellOf = (item: InColumn) => ({ text: item.value, column: item.column })
  const add = (item: InColumn): Guardian => {
    const unnamed: Guardian = {
      name: '',
      nativeName: '',
      relationship: item.relationship ?? relationship,
      email: '',
      phone: '',
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
      ? emails.toSorted((a, b) => likeness(b.value, only) - likeness(a.value, only))
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
      ownerOf(item, 'email', guardians) ?? (guardians.length === 0 || isLabelledAnew ? add(item) : undefined)
    if (!owner) {
      notes.note('email-extra', cellOf(item))
      continue
    }
    owner.email = item.value
    if (tells(emails, owner) || (likest === emails && likeness(item.value, owner) > 0))
      owner.relationship ??= item.relationship
  }
  // A mobile reaches one person, the telephone at home anyone who is there.
  for (const item of [...phones].sort((a, b) => Number(a.isHome) - Number(b.isHome))) {
    if (guardians.some(({ phone }) => phone === item.value)) continue
    const owner = ownerOf(item, 'phone', guardians) ?? (guardians.length === 0 ? add(item) : undefined)
    if (!owner) {
      notes.note('phone-extra', cellOf(item))
      continue
    }
    owner.phone = item.value
    if (tells(phones, owner)) owner.relationship ??= item.relationship
  }
  return guardians.map(guardian => ({ ...guardian, name: guardian.name || guardian.email || guardian.phone }))
}
