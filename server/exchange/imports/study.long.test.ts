import { setTimeout as wait } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { nobody } from '#tests/importedSchool.ts'
import { openSheet } from './opening.ts'
import { recognise, study } from './study.ts'

test('a workbook that swells when it is unpacked is refused', async () => {
  const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(140 * 1024 * 1024).fill(0x20) }, { level: 9 })
  expect(bomb.length).toBeLessThan(1024 * 1024)
  await expect(openSheet(Buffer.from(bomb))).rejects.toMatchObject({ details: { reason: 'SHEET_TOO_LARGE' } })
})

/** A number in letters: names of people who are not to be taken for one. */
const spelled = (n: number): string => `Kid${[...String(n)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`

test('others are served while a large sheet is read', async () => {
  const rows = Array.from(
    { length: 4000 },
    (_, n) =>
      `"Wang, ${spelled(n)}",3/${(n % 28) + 1}/2016,"Wei${n} Wang & Li${n} Zhang",301-555-${String(n).padStart(4, '0')},w${n}@x.org`,
  )
  let longest = 0
  const began = performance.now()
  let isRunning = true
  const beat = (async () => {
    for (let last = performance.now(); isRunning;) {
      await wait(5)
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
  })()
  const { lines } = await openSheet(Buffer.from(`Student,DOB,Parents,Phone,Email\n${rows.join('\n')}\n`))
  const sheet = { lines, ...recognise(lines, null), dayOrder: null, region: 'US' as const }
  const { totals } = await study(sheet, { ...nobody, today: '2026-09-13' }, new Map())
  isRunning = false
  await beat
  expect(totals.newChildren).toBe(4000)
  // As a share, since the machine of a test may be slow.
  expect(longest).toBeLessThan((performance.now() - began) / 4)
})
