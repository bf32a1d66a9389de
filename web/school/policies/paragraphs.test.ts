import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layBeside, paragraphsOf, wordsOf } from './paragraphs.ts'

const part = fc.constantFrom('a', 'b', 'c', 'd')
const parts = fc.array(part, { maxLength: 12 })

describe('two texts side by side', () => {
  test('each side keeps its text, and only equal paragraphs are marked the same', () => {
    fc.assert(
      fc.property(parts, parts, (before, after) => {
        const rows = layBeside(before, after)
        const side = (of: 'before' | 'after') => rows.flatMap(row => row[of] ?? [])
        return (
          side('before').join() === before.join() &&
          side('after').join() === after.join() &&
          rows.every(row => row.isSame === (row.before === row.after))
        )
      }),
    )
  })
  test('leaving out one paragraph marks no other as changed', () => {
    fc.assert(
      fc.property(parts, fc.nat(11), (text, at) => {
        const shorter = text.filter((_, index) => index !== at)
        return layBeside(text, shorter).filter(row => row.isSame).length === shorter.length
      }),
    )
  })
  test('a rewritten paragraph is beside its old version', () => {
    const before = paragraphsOf('Be on time.\n\nNo phones in class.\n\nThank you.')
    const after = paragraphsOf('Be on time.\n\nPhones stay in the bag.\n\nBe kind.\n\nThank you.')
    expect(layBeside(before, after)).toEqual([
      { before: 'Be on time.', after: 'Be on time.', isSame: true },
      { before: 'No phones in class.', after: 'Phones stay in the bag.', isSame: false },
      { before: null, after: 'Be kind.', isSame: false },
      { before: 'Thank you.', after: 'Thank you.', isSame: true },
    ])
  })
  test('splitting into words keeps the whole text, in both scripts', () => {
    const text = '请在 3:50 前接孩子。Pick up by 3:50 PM.\nThanks'
    expect(wordsOf(text).join('')).toBe(text)
    expect(wordsOf('按时接')).toEqual(['按', '时', '接'])
  })
})
