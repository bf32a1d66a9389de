const integers = new Set([
  'type.googleapis.com/google.protobuf.Int64Value',
  'type.googleapis.com/google.protobuf.UInt64Value',
])

/** Deeper than anything that is asked or told here, and far from where following it would end the stack. */
const deepest = 100
/** Whether members lie too deep within members to follow them. */
export const isTooDeep = (value: unknown, left = deepest): boolean =>
  value !== null &&
  typeof value === 'object' &&
  (left === 0 || Object.values(value).some(member => isTooDeep(member, left - 1)))

/** Decodes a callable's `data` (wire A5). Throws on an `@type` it does not know or a number that is none. */
export const decode = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(decode)
  if (value === null || typeof value !== 'object') return value
  if ('@type' in value && value['@type']) {
    if (typeof value['@type'] !== 'string' || !integers.has(value['@type'])) throw new TypeError('unknown @type')
    const number = Number.parseFloat(String('value' in value ? value.value : ''))
    if (Number.isNaN(number)) throw new TypeError('an integer is not a number')
    return number
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, decode(member)]))
}

/** Encodes a callable's answer (wire A5): no value becomes null; what JSON can't hold throws. */
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
      if (Array.isArray(value)) return value.map(encode)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, encode(member)]))
    default:
      throw new TypeError(`a ${typeof value} can't be encoded`)
  }
}
