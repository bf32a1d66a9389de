import { hasHan, isHan, isNothing, oneLine } from '#rules/imports/cells.ts'
import { nameKeys, readName } from '#rules/imports/names.ts'
import { splitPeople } from '#rules/imports/people.ts'

export type Named = { id: string; name: string; nativeName: string }
/** Something that rows name: what the school has by its id, or what is made with them. */
export type Mention = {
  /** The same for all rows that mean it. */
  key: string
  id: string | null
  name: string
  nativeName: string
}

export const nameKey = (name: string): string => oneLine(name).toLowerCase().replace(/\s+/g, ' ')
/** "Room 5" and "rm. 5" are one; "Blue room" stays. */
export const roomKey = (name: string): string =>
  nameKey(name).replace(/^(?:(?:class)?room|rm\.?|教室)\s*(?=[\d\p{Script=Han}])/u, '')

/** A name in both scripts where a cell has both: "Chinese 1 / 中文一", "中文一（Chinese 1）". */
export const splitScripts = (cell: string): { name: string; nativeName: string } => {
  const text = oneLine(cell)
  const parts = /^(.+?)\s*[/|(（]\s*([^/|()（）]+?)\s*[)）]?$/.exec(text)
  const [first, second] = [parts?.[1] ?? text, parts?.[2] ?? '']
  if (second === '' || hasHan(first) === hasHan(second)) return { name: text, nativeName: '' }
  return hasHan(first) ? { name: second, nativeName: first } : { name: first, nativeName: second }
}

/** Finds what rows mean by a name: something that the school has, or what an earlier row began. */
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

/** Nobody sounds Chinese out here: a name in Chinese is found as it is written. */
const unsounded = () => []

type TeacherRead = { teachers: Mention[]; ambiguous: string | null }

/** The same for people, whose names are written in many ways: "Wang, Li", "王丽 Li Wang", "Ms. Li Wang". */
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
