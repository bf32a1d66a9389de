import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { looksSealed, notesWith, openingWith, sealedPrefix, unreadable } from './notes.ts'

const key = randomBytes(32)
const notes = notesWith(key)
const [mia, leo] = [randomUUID(), randomUUID()]

describe('a sealed note', () => {
  test('opens to the original text and names its student', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.option(fc.uuid()), (text, of) => {
        const sealed = notes.seal(of, text)
        expect(sealed).toMatch(/^sealed1\.[\w-]+$/)
        expect(notes.read(sealed)).toEqual({ of, content: Buffer.from(text, 'utf8') })
        expect(notes.open(sealed)).toBe(text)
      }),
    )
  })

  test('is the same for one student, different for another, and empty for an empty text', () => {
    expect(notes.seal(mia, 'Peanuts')).toBe(notes.seal(mia, 'Peanuts'))
    const ends = [
      notes.seal(mia, 'Peanuts'),
      notes.seal(leo, 'Peanuts'),
      notesWith(randomBytes(32)).seal(mia, 'Peanuts'),
    ]
    expect(new Set(ends.map(sealed => sealed.slice(-20))).size).toBe(3)
    expect(notes.seal(mia, '')).toBe('')
    expect(Buffer.from(ends[0]!.slice(sealedPrefix.length), 'base64url').includes('Peanuts')).toBe(false)
  })

  test('doesn’t open with another key, after it was changed, or when another student’s ID is put in it', () => {
    const sealed = notes.seal(mia, 'Peanuts')
    expect(notesWith(randomBytes(32)).read(sealed)).toBeNull()
    const bytes = Buffer.from(sealed.slice(sealedPrefix.length), 'base64url')
    for (const at of [0, 20, 30, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(notes.read(sealedPrefix + changed.toString('base64url'))).toBeNull()
    }
    // A note of Mia’s that is made to look like one of Leo’s: the seal covers whose it is.
    const asLeo = Buffer.concat([Buffer.from(leo.replaceAll('-', ''), 'hex'), bytes.subarray(16)])
    expect(notes.read(sealed)?.of).toBe(mia)
    expect(notes.read(sealedPrefix + asLeo.toString('base64url'))).toBeNull()
    expect(notes.open(`${sealedPrefix}short`)).toBe(unreadable)
    expect(looksSealed(unreadable)).toBe(true)
  })

  test('is opened within a longer text, while unsealed text stays as it is', () => {
    expect(notes.open(`${notes.seal(mia, 'Dr. Reyes')} ${notes.seal(mia, '+1 555 0162')}`)).toBe(
      'Dr. Reyes +1 555 0162',
    )
    expect(notes.open('Peanuts')).toBe('Peanuts')
  })

  test('can be a file', () => {
    const bytes = randomBytes(1000)
    const kept = Buffer.from(notes.seal(null, bytes), 'latin1')
    expect(notes.readFile(kept)).toEqual(bytes)
    expect(notes.readFile(bytes)).toBeNull()
  })
})

test('an answer lists once each student whose notes it opened, and none if it opened none', () => {
  const opening = openingWith(notes)
  expect([opening.open('plain'), opening.open(''), opening.open(null), opening.told()]).toEqual([
    'plain',
    '',
    null,
    null,
  ])
  expect(opening.open(notes.seal(null, 'typed'))).toBe('typed')
  expect(opening.told()).toEqual([])
  expect(opening.open(notes.seal(mia, 'Peanuts'))).toBe('Peanuts')
  opening.open(notes.seal(mia, 'Milk'))
  opening.tell([leo])
  expect(opening.told()).toEqual([mia, leo])
  // A note that can't be opened is not reported.
  const other = openingWith(notesWith(randomBytes(32)))
  other.open(notes.seal(mia, 'Peanuts'))
  expect(other.told()).toBeNull()
})

test('a checksum distinguishes two texts and depends on the key', () => {
  expect(notes.digest('Peanuts')).toBe(notesWith(key).digest('Peanuts'))
  expect(notes.digest('Peanuts')).not.toBe(notes.digest('Milk'))
  expect(notes.digest('Peanuts')).not.toBe(notesWith(randomBytes(32)).digest('Peanuts'))
})
