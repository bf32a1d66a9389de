import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract, type FunctionName } from '#contract/index.ts'
import { Line, offRecord, sealedText } from '#contract/values.ts'
import { markedFieldsOf, partsOf, recordOf, sealedTextsOf } from './offRecord.ts'

const functions = Object.keys(contract) as FunctionName[]
/** Words in a field’s name that mark a secret, which nobody may keep. */
const secretWords = new Set(
  'password passphrase passkey code codes secret secrets token key keys hash nonce salt otp pin credential endpoint p256dh signature bytes'.split(
    ' ',
  ),
)
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/[A-Z]/g, letter => ` ${letter}`)
    .toLowerCase()
    .split(' ')

/** Fields named like a secret that are none, with the reason why the audit trail keeps them. */
const open: Record<string, string> = {
  'absences code': 'how a student was marked: present, late, absent …',
  'absences ownCodeId': 'the id of the school’s own word for a mark',
  'applications promoCode': 'a promo code, which the office makes and reads in its list',
  'enrolments promoCode': 'the same, as the family entered it',
  'prices code': 'the same, where the office makes it',
  'enrolments key': 'the number of a row in the form',
  'enrolments childKey': 'the number of a child’s row in the form',
  'forms key': 'the name of a choice within a question',
  'dashboard key': 'which list of the dashboard is meant',
  'push key': 'the school’s public key',
}

/** Every field of an input with its path, marked or not. */
const fieldsOf = (schema: z.ZodMiniType): { path: readonly string[]; isOffRecord: boolean; isSealed: boolean }[] => {
  const marked = markedFieldsOf(schema).find(({ path }) => path.length === 0)
  return [
    { path: [], isOffRecord: marked?.isOffRecord ?? false, isSealed: marked?.isSealed ?? false },
    ...partsOf(schema, false).flatMap(part =>
      fieldsOf(part.schema as z.ZodMiniType).map(field => ({ ...field, path: [...part.at, ...field.path] })),
    ),
  ]
}

const named = functions.flatMap(name =>
  fieldsOf(contract[name].input).flatMap(({ path, isOffRecord }) => {
    const field = path.findLast(step => step !== '*') ?? ''
    return wordsOf(field).some(word => secretWords.has(word))
      ? [{ name, path: path.join('.'), key: `${name.split('-')[0]} ${field}`, isOffRecord }]
      : []
  }),
)

describe('a field named like a secret', () => {
  // An optional field consists of several schemas with one path; a mark on any of them counts.
  const places = Map.groupBy(named, ({ name, path }) => `${name} ${path}`)

  test('is left out of the audit trail, unless the list of exceptions says why not', () => {
    expect(named.length).toBeGreaterThan(20)
    const undecided = [...places].filter(([, of]) => !of.some(each => each.isOffRecord) && !(of[0]!.key in open))
    expect(undecided.map(([place]) => place)).toEqual([])
  })

  test('is in the list of exceptions only if needed', () => {
    const needed = new Set([...places.values()].filter(of => !of.some(each => each.isOffRecord)).map(of => of[0]!.key))
    expect(Object.keys(open).filter(key => !needed.has(key))).toEqual([])
  })
})

test('these are the fields that are off the record', () => {
  const off = functions.flatMap(name =>
    markedFieldsOf(contract[name].input).flatMap(({ path, isOffRecord }) =>
      isOffRecord ? [`${name} ${path.join('.')}`] : [],
    ),
  )
  expect(off.sort()).toEqual([
    'cards-keepKey secret',
    'claims-enter code',
    'classes-paste rows',
    'config-addPicture bytes',
    'config-changeMail password',
    'config-setUp admin.password',
    'config-setUp code',
    'identity-changeProvider secret',
    'imports-start bytes',
    'oneroster-createClient secretHash',
    'oneroster-upload bytes',
    'parents-erase name',
    'push-subscribe endpoint',
    'push-subscribe p256dh',
    'push-subscribe secret',
  ])
})

test('every note on health or custody in an input is marked as sealed', () => {
  const sent = functions.flatMap(name =>
    fieldsOf(contract[name].input).flatMap(({ path, isSealed }) =>
      /^(?:allergies|medical|medication|doctor\w*|custodyNote)$/.test(path.at(-1) ?? '')
        ? [{ place: `${name} ${path.join('.')}`, isSealed }]
        : [],
    ),
  )
  const places = [...Map.groupBy(sent, ({ place }) => place)]
  expect(places.length).toBeGreaterThan(10)
  expect(places.filter(([, of]) => !of.some(({ isSealed }) => isSealed)).map(([place]) => place)).toEqual([])
})

describe('what the audit trail keeps', () => {
  test('blanks every secret at any depth, and keeps everything else', () => {
    const schema = z.object({
      name: Line,
      keys: z.array(z.object({ name: Line, secret: offRecord(z.nullable(Line)) })),
      by: z.record(z.string(), z.object({ pin: offRecord(Line) })),
      pair: z.tuple([Line, offRecord(Line)]),
      one: z.optional(
        z.union([z.object({ kind: z.literal('a'), code: offRecord(Line) }), z.object({ kind: z.literal('b') })]),
      ),
      code: z.enum(['present', 'absent']),
      later: offRecord(z.optional(Line)),
    })
    const record = recordOf(schema)
    expect(
      record({
        name: 'Ann',
        keys: [
          { name: 'x', secret: 'sesame' },
          { name: 'y', secret: null },
        ],
        by: { a: { pin: '1234' } },
        pair: ['left', 'right'],
        one: { kind: 'a', code: 'sesame' },
        code: 'absent',
      }),
    ).toEqual({
      name: 'Ann',
      keys: [
        { name: 'x', secret: '…' },
        { name: 'y', secret: '…' },
      ],
      by: { a: { pin: '…' } },
      pair: ['left', '…'],
      one: { kind: 'a', code: '…' },
      code: 'absent',
    })
    expect(
      record({ name: 'Ann', keys: [], by: {}, pair: ['', ''], one: { kind: 'b' }, code: 'present' }),
    ).toMatchObject({
      one: { kind: 'b' },
      code: 'present',
    })
  })

  test('blanks notes that are sealed at rest', () => {
    const record = recordOf(z.object({ id: Line, children: z.array(z.object({ allergies: sealedText(Line) })) }))
    expect(record({ id: 'a', children: [{ allergies: 'Peanuts' }, {}] })).toEqual({
      id: 'a',
      children: [{ allergies: '…' }, {}],
    })
  })

  test('doesn’t change the input that the handler gets', () => {
    const input = { name: 'Ann', secret: 'sesame' }
    expect(recordOf(z.object({ name: Line, secret: offRecord(Line) }))(input)).toEqual({ name: 'Ann', secret: '…' })
    expect(input.secret).toBe('sesame')
  })

  test('is refused for an unknown kind of schema', () => {
    expect(() => recordOf(z.object({ any: z.any() }))).toThrow('any')
  })
})

describe('notes in an answer', () => {
  const change = sealedTextsOf(
    z.object({
      rows: z.array(z.object({ name: z.string(), note: sealedText(z.string()) })),
      pair: z.tuple([sealedText(z.nullable(z.string())), z.string()]),
      any: z.unknown(),
    }),
  )!
  const loud = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

  test('are opened only where the contract marks them', () => {
    const answer = { rows: [{ name: 'a', note: 'b' }], pair: [null, 'c'], any: { note: 'd' } }
    expect(change(answer, loud)).toEqual({ rows: [{ name: 'a', note: 'B' }], pair: [null, 'c'], any: { note: 'd' } })
    expect(answer.rows[0]!.note).toBe('b')
  })

  test('leave an answer without any as it is, and cost nothing where there can’t be any', () => {
    const answer = { rows: [], pair: [null, 'c'], any: null }
    expect(change(answer, loud)).toBe(answer)
    expect(sealedTextsOf(z.object({ rows: z.array(z.string()) }))).toBeNull()
  })
})
