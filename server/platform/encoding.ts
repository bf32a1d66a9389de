const integers = new Set([
  'type.googleapis.com/google.protobuf.Int64Value',
  'type.googleapis.com/google.protobuf.UInt64Value',
])

/** Deeper than any request or answer, and far below the depth at which recursion would overflow the stack. */
const deepest = 100
/** True if a value is nested too deep to be processed recursively. */
export const isTooDeep = (value: unknown, left = deepest): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (left === 0 || Object.values(value).some(member => isTooDeep(member, left - 1)))

/** Applies `change` to each member. Returns the same object if no member changes, else a copy. */
const eachMember = (value: object, change: (member: unknown) => unknown): unknown => {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    let copy: unknown[] | undefined
    for (let at = 0; at < list.length; at += 1) {
      const member = change(list[at])
      if (member !== list[at]) (copy ??= [...list])[at] = member
    }
    return copy ?? list
  }
  const keys = Object.keys(value)
  let copy: [string, unknown][] | undefined
  for (let at = 0; at < keys.length; at += 1) {
    const before = (value as Record<string, unknown>)[keys[at]!]
    const member = change(before)
    if (member !== before) (copy ??= Object.entries(value))[at]![1] = member
  }
  return copy ? Object.fromEntries(copy) : value
}

/** Decodes a callable's `data` (wire A5). Throws on an unknown `@type` or an invalid number. */
export const decode = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (!Array.isArray(value) && '@type' in value && value['@type']) {
    if (typeof value['@type'] !== 'string' || !integers.has(value['@type'])) throw new TypeError('unknown @type')
    const number = Number.parseFloat(String('value' in value ? value.value : ''))
    if (Number.isNaN(number)) throw new TypeError('an integer is not a number')
    return number
  }
  return eachMember(value, decode)
}

/** True for lists and plain objects, which JSON writes as they are. A date or a map has no members of its own. */
const isPlain = (value: object): boolean => {
  const kind = Object.getPrototypeOf(value) as unknown
  return kind === Object.prototype || kind === Array.prototype || kind === null
}

/** Encodes a callable's answer (wire A5). `undefined` becomes null; a value that JSON can't hold throws. */
export const encode = (value: unknown): unknown => {
  switch (typeof value) {
    case 'undefined':
      return null
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('not a finite number')
      return value
    case 'boolean':
    case 'string':
      return value
    case 'object':
    case 'function':
      if (value === null) return null
      if (isPlain(value)) return eachMember(value, encode)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, encode(member)]))
    default:
      throw new TypeError(`a ${typeof value} can't be encoded`)
  }
}
