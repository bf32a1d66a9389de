import { parse } from 'csv-parse/sync'
import { openSheet } from '#server/exchange/imports/opening.ts'
import { recognise, study, type Study } from '#server/exchange/imports/study.ts'
import { type Around, nobody } from './importedSchool.ts'
import type { TruthFamily } from './importTruth.ts'

/** What becomes of a sheet; where a note isn't plain the office decides later. */
export const studied = async (text: string, around: Around = nobody, isAnswered = false): Promise<Study> => {
  const { lines } = await openSheet(Buffer.from(text))
  const sheet = { lines, ...recognise(lines, null), dayOrder: null, region: 'US' as const }
  const hold = {
    isSkipped: false,
    answer: null,
    numberAnswer: null,
    custodyAnswer: { kind: 'hold' as const, barred: [] },
  }
  const decisions = new Map(isAnswered ? lines.map(({ n }) => [n, hold]) : [])
  return study(sheet, { ...around, today: '2026-11-15' }, decisions)
}

/**
 * Filled cells of a sheet of which nobody can say what became of them: counted in the file itself, and held against the
 * sums that the office is shown.
 */
export const unaccountedIn = ({ totals }: Study, text: string): number => {
  const lines: string[][] = parse(text, { relax_column_count: true, relax_quotes: true })
  const filled = lines.flat().filter(cell => cell.trim() !== '').length
  const { all, recorded, guides, blank, out, unused } = totals.cells!
  const listed = totals.unused!.reduce((sum, { n }) => sum + n, 0)
  const unplaced = totals.unused!.filter(({ reason }) => reason === 'unplaced').reduce((sum, { n }) => sum + n, 0)
  const apart = (a: number, b: number) => Math.abs(a - b)
  return apart(filled, all) + apart(all, recorded + guides + blank + out + unused) + apart(unused, listed) + unplaced
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
export const scoreOf = ({ plan, rows }: Study, families: readonly TruthFamily[]): Score => {
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
