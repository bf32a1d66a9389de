import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFullName } from './agreement.ts'

const zoe = { name: 'Zoë Wang-Müller', nativeName: '王 佐伊' }

test.each([
  'Zoë Wang-Müller',
  'zoe wang muller',
  ' WANG-MULLER, Zoe ',
  'Zoe Anna Wang Müller',
  '王佐伊',
  'Zoë Wang-Müller 王佐伊',
])('“%s” is a full name', typed => expect(isFullName(typed, zoe)).toBe(true))
test.each(['', '-', 'Zoë', 'Wang', 'Zoë Müller', '佐伊', 'x'])('“%s” is not', typed =>
  expect(isFullName(typed, zoe)).toBe(false),
)
test('a name of one word is signed with it, and one without a native name isn’t signed with nothing', () => {
  expect(isFullName('madonna', { name: 'Madonna', nativeName: '' })).toBe(true)
  expect(isFullName('', { name: 'Madonna', nativeName: '' })).toBe(false)
})

test.each([
  ['Mary Jane Smith', 'Mary Smith'],
  ['Mary J. Smith', 'mary smith'],
  ['Mary J. Smith', 'Mary Jane Smith'],
  ['J. Smith', 'John Smith'],
  ['Smith, Mary Jane', 'Mary Smith'],
  ['Dr. Ann Li', 'Ann Li'],
  ['John Smith Jr.', 'John Smith'],
  ['Mary O’Brien', 'OBrien, Mary'],
  ['Mary OBrien', 'O ʼBrien Mary'],
  ['Søren Łuczak', 'Soren Luczak'],
  ['Soren Luczak', 'SØREN ŁUCZAK'],
  ['Işıl Strauß', 'ISIL STRAUSS'],
  ['Đặng Minh', 'Dang Minh'],
  ['Jürgen Müller', 'Juergen Muller'],
  ['Jürgen Mueller', 'JÜRGEN MÜLLER'],
  ['Bjørn Åberg', 'Bjoern Aaberg'],
  ['Wang Xiao Ming', 'Xiaoming Wang'],
  ['山田 ガク', '山田　ｶﾞｸ'],
])('“%s” is signed with “%s”', (name, typed) => expect(isFullName(typed, { name, nativeName: '' })).toBe(true))
test.each([
  ['Mary Jane Smith', 'Mary Jane'],
  ['Mary Jane Smith', 'Smith'],
  ['J. Jones', 'Jones'],
  ['Mary Smith', 'M. Smith'],
  ['王佐伊', '王'],
  ['Samuel Mueller', 'Samul Muller'],
])('“%s” isn’t signed with “%s”', (name, typed) => expect(isFullName(typed, { name, nativeName: '' })).toBe(false))

test('whose name on file has no letter signs with any name', () => {
  expect(isFullName('Ann Wang', { name: '?', nativeName: '' })).toBe(true)
  expect(isFullName('?', { name: '?', nativeName: '' })).toBe(false)
  expect(isFullName('Ann Wang', { name: '?', nativeName: '王佐伊' })).toBe(false)
  expect(isFullName('Ann Wang', { name: '? Jr', nativeName: '' })).toBe(false)
  expect(isFullName('? Jr', { name: '? Jr', nativeName: '' })).toBe(true)
})

describe('any name', () => {
  const letters = fc.constantFrom(...Array.from('abklmnoryzéøłßđıæœþñüç'))
  const word = fc.string({ unit: letters, minLength: 3, maxLength: 8 })
  const sign = fc.constantFrom(' ', '-', ' - ', "'", '’', 'ʼ', '. ', '　')
  const shapes: ((name: string) => string)[] = [
    name => name.toUpperCase(),
    name => name.normalize('NFD'),
    name => name.normalize('NFKD').replace(/\p{M}/gu, ''),
    // Full-width Latin letters.
    name => name.replace(/[a-z]/g, letter => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
    name => ` ${name} `,
  ]
  const shape = fc.constantFrom(...shapes)

  test('is signed as it is on file', () => {
    const written = fc.string({ unit: fc.constantFrom(...Array.from('aZßıøłĐé王佐伊가アｱя7 -.,’ʼ(')), maxLength: 20 })
    fc.assert(
      fc.property(written, start => {
        const name = `${start}k`
        expect(isFullName(name, { name, nativeName: '' })).toBe(true)
      }),
    )
  })
  test('is signed in any order, case and width, with other signs between its parts and other middle names', () => {
    fc.assert(
      fc.property(
        word,
        fc.array(word, { maxLength: 2 }),
        word,
        word,
        sign,
        shape,
        (first, middle, one, two, by, as) => {
          const name = { name: [first, ...middle, `${one}-${two}`].join(' '), nativeName: '' }
          for (const typed of [
            `${first} ${one}${by}${two}`,
            `${one}${by}${two}, ${first}`,
            `${one}${two} ${first}`,
            `${first} Ng ${one}${by}${two}`,
          ])
            expect(isFullName(as(typed), name)).toBe(true)
        },
      ),
    )
  })
  test('isn’t signed with the first or the family name alone', () => {
    const plain = fc.string({ unit: fc.constantFrom(...Array.from('abklm')), minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(fc.uniqueArray(plain, { minLength: 2, maxLength: 4 }), words => {
        const name = { name: words.map(each => `x${each}`).join(' '), nativeName: '' }
        expect(isFullName(`x${words[0]!}`, name)).toBe(false)
        expect(isFullName(`x${words.at(-1)!}`, name)).toBe(false)
      }),
    )
  })
})
