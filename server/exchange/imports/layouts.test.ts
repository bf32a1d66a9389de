import { expect, test } from 'vitest'
import { type Around, applied, nobody } from '#tests/importedSchool.ts'
import { held, layouts, truth, type TruthFamily } from '#tests/importTruth.ts'
import { openSheet } from './opening.ts'
import { recognise, study, type Study } from './study.ts'

/** What becomes of a sheet; where a note isn't plain the office decides later. */
const studied = async (text: string, around: Around = nobody, isAnswered = false): Promise<Study> => {
  const { lines } = await openSheet(Buffer.from(text))
  const sheet = { lines, ...recognise(lines, null), dayOrder: null, region: 'US' as const }
  const hold = { isSkipped: false, answer: null, custodyAnswer: { kind: 'hold' as const, barred: [] } }
  const decisions = new Map(isAnswered ? lines.map(({ n }) => [n, hold]) : [])
  return study(sheet, { ...around, today: '2026-11-15' }, decisions)
}

type Score = {
  children: number
  right: number
  lost: string[]
  wrong: string[]
  merged: string[]
  allowed: string[]
  questions: number
}
/** What an import would make of families, held against what is true of them. */
const scoreOf = ({ plan, rows }: Study, families: readonly TruthFamily[]): Score => {
  const score: Score = { children: 0, right: 0, lost: [], wrong: [], merged: [], allowed: [], questions: 0 }
  const asked = rows.filter(({ report }) => report.custody !== null)
  score.questions = asked.length
  const waiting = new Set(
    asked.flatMap(({ report }) => report.children.map(({ name, birthOn }) => `${name} ${birthOn}`)),
  )
  const owners = new Map<string, Set<string>>()
  for (const family of families)
    for (const child of family.children) {
      score.children += 1
      const key = `${child.name} ${child.birthOn}`
      // What waits for the office lets nobody in, and is asked about.
      if (waiting.has(key)) {
        score.right += 1
        continue
      }
      const found = plan.families.flatMap(each =>
        each.children
          .filter(({ of }) => of.name === child.name && of.birthOn === child.birthOn)
          .map(({ id, of }) => ({ each, id, of })),
      )
      const [one, another] = found
      if (!one) {
        score.lost.push(key)
        continue
      }
      if (another) score.merged.push(`${key} twice`)
      const apart = new Set(
        one.each.apart.filter(({ studentId }) => studentId === one.id).map(({ guardianId }) => guardianId),
      )
      const guardians = one.each.guardians.filter(({ id }) => !apart.has(id))
      const names = guardians.map(({ name, phone }) => `${name} ${phone.replace(/\D/g, '')}`).sort()
      const wanted = child.guardians.map(({ name, phone }) => `${name} ${phone.replace(/\D/g, '')}`).sort()
      if (names.join() === wanted.join() && (one.of.allergies === child.allergies || one.of.allergies === ''))
        score.right += 1
      else score.wrong.push(`${key}: ${names.join(', ')} for ${wanted.join(', ')}`)
      for (const { id, email } of guardians) owners.set(id, (owners.get(id) ?? new Set()).add(email))
      for (const name of child.barred) {
        const guardian = guardians.find(each => each.name === name)
        const isOut = one.each.bars.some(bar => bar.studentId === one.id && bar.guardianId === guardian?.id)
        if (!isOut) score.allowed.push(`${name} for ${key}`)
      }
    }
  for (const [id, emails] of owners) if (emails.size > 1) score.merged.push(`${id}: ${[...emails].join()}`)
  return score
}

const nothingWrong = { lost: [], wrong: [], merged: [], allowed: [] }

test.each(Object.keys(layouts))(
  '%s: everybody is there with their own guardians, and nobody barred is let in',
  async layout => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const families = held(layout, truth(seed, 24))
      const {
        children,
        right,
        questions: _,
        ...wrong
      } = scoreOf(await studied(layouts[layout]!(truth(seed, 24))), families)
      expect(wrong, `seed ${seed}`).toEqual(nothingWrong)
      expect(right).toBe(children)
    }
  },
)

test.each(Object.keys(layouts))('%s: a second import makes nobody anew, in any order of the lines', async layout => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const text = layouts[layout]!(truth(seed, 24))
    const first = await studied(text, nobody, true)
    expect(first.counts.doubtful + first.counts.rejected).toBe(0)
    const lines = text.split('\n')
    const head = lines.findIndex(line => /name|student|child|姓名|mother/i.test(line)) + 1
    const reversed = [...lines.slice(0, head), ...lines.slice(head).toReversed()].join('\n')
    for (const again of [text, reversed]) {
      const { totals, plan } = await studied(again, applied(first), true)
      expect([totals.newFamilies, totals.newChildren, totals.newGuardians]).toEqual([0, 0, 0])
      expect(plan.families.flatMap(({ apart }) => apart)).toEqual([])
    }
  }
})
