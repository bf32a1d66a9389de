import { hasHan, isHan, isNothing, oneLine } from '#rules/imports/cells.ts'
import { nameKeys, readName } from '#rules/imports/names.ts'
import { splitPeople } from '#rules/imports/people.ts'

export type Named = { id: string; name: string; nativeName: string }
/** Something that rows mention: an existing record of the school with its id, or one to be created with them. */
export type Mention = {
  /** The same for all rows that mean this record. */
  key: string
  id: string | null
  name: string
  nativeName: string
}

export const nameKey = (name: string): string => oneLine(name).toLowerCase().replace(/\s+/g, ' ')
/** "Room 5" and "rm. 5" are the same room; "Blue room" keeps its name. */
export const roomKey = (name: string): string =>
  nameKey(name).replace(/^(?:(?:class)?room|rm\.?|教室)\s*(?=[\d\p{Script=Han}])/u, '')

/** The name in both scripts if a cell has both: "Chinese 1 / 中文一", "中文一（Chinese 1）". */
export const splitScripts = (cell: string): { name: string; nativeName: string } => {
  const text = oneLine(cell)
  const parts = /^(.+?)\s*[/|(（]\s*([^/|()（）]+?)\s*[)）]?$/.exec(text)
  const [first, second] = [parts?.[1] ?? text, parts?.[2] ?? '']
  if (second === '' || hasHan(first) === hasHan(second)) return { name: text, nativeName: '' }
  return hasHan(first) ? { name: second, nativeName: first } : { name: first, nativeName: second }
}

/** Resolves a name in a row to an existing record of the school, or to what an earlier row introduced. */
export const registry = (known: readonly Named[], keyOf: (name: string) => string = nameKey) => {
  const byKey = new Map<string, Mention>()
  for (const { id, name, nativeName } of known)
    for (const text of [name, nativeName].filter(Boolean))
      if (!byKey.has(keyOf(text))) byKey.set(keyOf(text), { key: id, id, name, nativeName })
  return {
    mention: (cell: string): Mention => {
      const { name, nativeName } = splitScripts(cell)
      const found = byKey.get(keyOf(name)) ?? (nativeName === '' ? undefined : byKey.get(keyOf(nativeName)))
      if (found) return found
      const made = { key: `new ${keyOf(name)}`, id: null, name, nativeName }
      for (const text of [name, nativeName].filter(Boolean)) byKey.set(keyOf(text), made)
      return made
    },
  }
}

/** No pronunciations are available here: Chinese names match as written. */
const unsounded = () => []

type TeacherRead = { teachers: Mention[]; ambiguous: string | null }

/** The same for people, whose names have many spellings: "Wang, Li", "王丽 Li Wang", "Ms. Li Wang". */
export const teacherRegistry = (known: readonly Named[]) => {
  const byKey = new Map<string, Mention[]>()
  const note = (mention: Mention) => {
    for (const key of nameKeys(mention, unsounded)) byKey.set(key, [...(byKey.get(key) ?? []), mention])
  }
  for (const { id, name, nativeName } of known) note({ key: id, id, name, nativeName })
  const find = (of: { name: string; nativeName: string }): Mention[] =>
    nameKeys(of, unsounded)
      .map(key => byKey.get(key) ?? [])
      .find(found => found.length > 0) ?? []
  return (cell: string): TeacherRead => {
    if (isNothing(cell)) return { teachers: [], ambiguous: null }
    const teachers: Mention[] = []
    for (const { text } of splitPeople(cell)) {
      const { name, nativeName } = readName(text)
      if (name === '') continue
      const person = { name, nativeName: isHan(name) ? '' : nativeName }
      const found = find(person)
      if (found.length > 1) return { teachers: [], ambiguous: name }
      const mention = found[0] ?? { key: `new ${nameKey(name)}`, id: null, ...person }
      if (found.length === 0) note(mention)
      if (!teachers.some(({ key }) => key === mention.key)) teachers.push(mention)
    }
    return { teachers, ambiguous: null }
  }
}
