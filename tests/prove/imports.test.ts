import { expect, test } from 'vitest'
import { applied, nobody } from '#tests/importedSchool.ts'
import { scoreOf, studied, unaccountedIn } from '#tests/importScore.ts'
import { held, layouts, truth } from '#tests/importTruth.ts'

/** Many made-up schools in each kind of sheet, held against what is true of them; the table says how each fared. */
const schools = 150
const families = 40

const rows: string[][] = [
  [
    'sheet',
    'right or asked',
    'right once answered',
    'lost',
    'wrong',
    'merged',
    'barred let in',
    'nobodies imported',
    'notes to read',
    'new at second import',
    'cells unaccounted for',
  ],
]
test.each(Object.keys(layouts))('%s', async layout => {
  const sums = {
    children: 0,
    right: 0,
    lost: 0,
    wrong: 0,
    merged: 0,
    allowed: 0,
    invented: 0,
    questions: 0,
    answered: 0,
    rightAnswered: 0,
    anew: 0,
    unaccounted: 0,
  }
  for (let seed = 1; seed <= schools; seed += 1) {
    const text = layouts[layout]!(truth(seed, families))
    const study = await studied(text)
    sums.unaccounted += unaccountedIn(study, text)
    const score = scoreOf(study, held(layout, truth(seed, families)))
    sums.children += score.children
    sums.right += score.right
    sums.questions += score.questions
    for (const key of ['lost', 'wrong', 'merged', 'allowed', 'invented'] as const) sums[key] += score[key].length
    if (seed > schools / 10) continue
    const answered = await studied(text, nobody, true)
    const { right, children } = scoreOf(answered, held(layout, truth(seed, families)))
    sums.rightAnswered += right
    sums.answered += children
    const { totals } = await studied(text, applied(answered), true)
    sums.anew += totals.newFamilies + totals.newChildren + totals.newGuardians
  }
  const { children, right, answered, rightAnswered, questions, ...bad } = sums
  rows.push([
    layout,
    `${((right / children) * 100).toFixed(1)}% of ${children}`,
    `${((rightAnswered / answered) * 100).toFixed(1)}% of ${answered}`,
    ...[bad.lost, bad.wrong, bad.merged, bad.allowed, bad.invented, questions, bad.anew, bad.unaccounted].map(String),
  ])
  expect(rightAnswered).toBe(answered)
  expect(bad).toEqual({ lost: 0, wrong: 0, merged: 0, allowed: 0, invented: 0, anew: 0, unaccounted: 0 })
})

test('the table', () => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  for (const row of rows)
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd()}\n`,
    )
  expect(rows).toHaveLength(Object.keys(layouts).length + 1)
})
