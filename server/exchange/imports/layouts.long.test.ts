import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applied, nobody } from '#tests/importedSchool.ts'
import { reversedLines, scoreOf, studied, unaccountedIn } from '#tests/importScore.ts'
import { held, layouts, truth } from '#tests/importTruth.ts'

const nothingWrong = { lost: [], wrong: [], merged: [], split: [], dates: [], allowed: [], invented: [], refused: [] }

test.each(Object.keys(layouts))(
  '%s: everyone is imported with their own guardians, and no one barred gets access',
  async layout => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 30 }), async (seed, count) => {
        const families = held(layout, truth(seed, count))
        const text = layouts[layout]!(truth(seed, count))
        const study = await studied(text)
        expect(unaccountedIn(study, text), `cells unaccounted for, seed ${seed}`).toBe(0)
        const asked = scoreOf(study, families)
        expect(asked, `seed ${seed}`).toMatchObject({ ...nothingWrong, right: asked.children })
        // Once the office has answered, no line waits any longer, so each child is checked.
        const answered = scoreOf(await studied(text, nobody, true), families)
        expect(answered, `answered, seed ${seed}`).toMatchObject({
          ...nothingWrong,
          right: asked.children,
          questions: 0,
          contactsRight: answered.contacts,
        })
      }),
      { numRuns: 10, examples: [[916189, 18]] },
    )
  },
)

test.each(Object.keys(layouts))('%s: a second import creates no one, even with the lines reversed', async layout => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const text = layouts[layout]!(truth(seed, 24))
    const first = await studied(text, nobody, true)
    expect(first.counts.doubtful).toBe(0)
    for (const again of [text, reversedLines(text)]) {
      const { totals, plan } = await studied(again, applied(first), true)
      expect([totals.newFamilies, totals.newChildren, totals.newGuardians]).toEqual([0, 0, 0])
      expect(plan.families.flatMap(({ apart }) => apart)).toEqual([])
    }
  }
})
