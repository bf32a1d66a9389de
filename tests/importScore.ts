import { parse } from 'csv-parse/sync'
import type { CustodyAnswer } from '#contract/exchange/imports.ts'
import { keyReader, type KeysOf } from '#rules/imports/names.ts'
import type { Decision } from '#rules/imports/plan.ts'
import { openSheet } from '#server/exchange/imports/opening.ts'
import { recognise, study, type Study } from '#server/exchange/imports/study.ts'
import { romaniser } from '#server/exchange/shared/romanise.ts'
import { type Around, nobody } from './importedSchool.ts'
import type { TruthChild, TruthFamily } from './importTruth.ts'

/**
 * Studies a sheet as an import would. With `isAnswered` the office's questions count as answered: unclear custody notes
 * are to be decided later, and children of another family are different children.
 */
export const studied = async (text: string, around: Around = nobody, isAnswered = false): Promise<Study> => {
  const { lines } = await openSheet(Buffer.from(text))
  const sheet = { lines, ...recognise(lines, null), dayOrder: null, region: 'US' as const }
  const decisions = new Map<number, Decision>()
  for (;;) {
    const found = await study(sheet, { ...around, today: '2026-11-15' }, decisions)
    const asked = found.rows.filter(({ report }) => report.doubt !== null || report.custody.length > 0)
    if (!isAnswered || asked.length === 0) return found
    // An answer may raise the next question.
    for (const { n, report } of asked) {
      const before = decisions.get(n)
      const held = report.custody.map(({ child }): CustodyAnswer => ({ child, kind: 'hold', barred: [] }))
      decisions.set(n, {
        isSkipped: false,
        answer: before?.answer ?? (report.doubt ? 'new' : null),
        numberAnswer: null,
        custodyAnswers: [...(before?.custodyAnswers ?? []), ...held],
      })
    }
  }
}

/**
 * The number of filled cells that are unaccounted for: those counted in the file itself, compared with the totals that
 * the office is shown.
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

/** A sheet with the rows below its headings in reverse order. */
export const reversedLines = (text: string): string => {
  // A cell may span several lines.
  const lines = text.match(/(?:"[^"]*"|[^"\n])+/g)!
  const head = lines.findIndex(line => /name|student|child|姓名|mother/i.test(line)) + 1
  return [...lines.slice(0, head), ...lines.slice(head).toReversed()].join('\n')
}

type Score = {
  children: number
  right: number
  lost: string[]
  wrong: string[]
  merged: string[]
  /** Children who were split into two records. */
  split: string[]
  /** Children who were imported with a wrong birthday. */
  dates: string[]
  allowed: string[]
  /** Imported children who do not exist. */
  invented: string[]
  /** Children whose rows were rejected although they are valid. */
  refused: string[]
  /** Rejected rows that are no real child. */
  refusedRightly: number
  /** The number of guardians' addresses and phone numbers, and how many of them were recorded correctly. */
  contacts: number
  contactsRight: number
  questions: number
  /** The number of answers needed from the office when it answers all similar questions at once. */
  decisions: number
}
const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)
const keysOf: KeysOf = keyReader(await romaniser())
type Named = { name: string; nativeName: string }
/** True when both are names of one person, in any spelling. */
const isNameOf = (a: Named, b: Named): boolean => keysOf(a).some(key => keysOf(b).includes(key))
type Contacted = Named & { email: string; phone: string }
const isPerson = (found: Contacted, truth: Contacted): boolean =>
  isNameOf(found, truth) && digits(found.phone) === digits(truth.phone) && found.email === truth.email
const written = ({ name, nativeName, email, phone }: Contacted): string =>
  [name, nativeName, email, digits(phone)].join(' ')

/** Compares what an import would make of families with the truth. */
export const scoreOf = ({ plan, rows }: Study, families: readonly TruthFamily[]): Score => {
  const score: Score = {
    children: 0,
    right: 0,
    lost: [],
    wrong: [],
    merged: [],
    split: [],
    dates: [],
    allowed: [],
    invented: [],
    refused: [],
    refusedRightly: 0,
    contacts: 0,
    contactsRight: 0,
    questions: 0,
    decisions: 0,
  }
  const asked = rows.filter(({ report }) => report.custody.length > 0 || report.doubt !== null)
  score.questions = asked.length
  score.decisions = new Set(
    asked.map(({ report }) =>
      [
        report.custody
          .flatMap(({ notes }) => notes)
          .join('\n')
          .toLowerCase(),
        report.doubt && report.children[0]?.name,
      ].join(),
    ),
  ).size
  const waiting = asked.flatMap(({ report }) => report.children)
  const isChild = (found: Named & { birthOn: string | null }, { name, nativeName, birthOn }: TruthChild) =>
    found.birthOn === birthOn && isNameOf(found, { name, nativeName })
  const owners = new Map<string, Set<string>>()
  const all = plan.families.flatMap(each => each.children.map(({ id, of }) => ({ each, id, of })))
  const known = new Set<(typeof all)[number]>()
  for (const family of families)
    for (const child of family.children) {
      score.children += 1
      const key = `${child.name} ${child.birthOn}`
      // A child that waits for the office is not imported, and there is a question about it.
      if (waiting.some(each => isChild(each, child))) {
        score.right += 1
        continue
      }
      const found = all.filter(({ of }) => isChild(of, child))
      for (const each of found) known.add(each)
      const [one, another] = found
      if (!one) {
        score.lost.push(key)
        continue
      }
      if (another) score.split.push(`${key} twice`)
      const apart = new Set(
        one.each.apart.filter(({ studentId }) => studentId === one.id).map(({ guardianId }) => guardianId),
      )
      const guardians = one.each.guardians.filter(({ id }) => !apart.has(id))
      for (const truth of child.guardians) {
        const meant = guardians.find(each => isPerson(each, truth)) ?? guardians.find(each => isNameOf(each, truth))
        score.contacts += 2
        score.contactsRight +=
          Number(meant?.email === truth.email) + Number(digits(meant?.phone ?? '') === digits(truth.phone))
      }
      const isAll =
        guardians.length === child.guardians.length &&
        child.guardians.every(truth => guardians.filter(each => isPerson(each, truth)).length === 1)
      if (isAll && (one.of.allergies === child.allergies || one.of.allergies === '')) score.right += 1
      else
        score.wrong.push(`${key}: ${guardians.map(written).join(', ')} for ${child.guardians.map(written).join(', ')}`)
      for (const { id, email } of guardians) owners.set(id, (owners.get(id) ?? new Set()).add(email))
      for (const { email, name } of child.guardians.filter(each => child.barred.includes(each.name))) {
        const meant = guardians.filter(each => each.email === email)
        const isOut = ({ id }: (typeof meant)[number]) =>
          one.each.bars.some(bar => bar.studentId === one.id && bar.guardianId === id)
        if (!meant.every(isOut)) score.allowed.push(`${name} for ${key}`)
      }
    }
  const isTold = (found: Parameters<typeof isChild>[0]) =>
    families.some(({ children }) => children.some(child => isChild(found, child)))
  const stayed = rows.filter(({ outcome }) => outcome === 'rejected')
  for (const { n, report } of stayed)
    if (report.children.some(isTold)) score.refused.push(`row ${n}`)
    else score.refusedRightly += 1
  score.dates = all
    .filter(({ of }) => !isTold(of) && families.some(each => each.children.some(child => isNameOf(of, child))))
    .map(({ of }) => `${of.name} ${of.birthOn}`)
  score.invented = all.filter(each => !known.has(each)).map(({ of }) => `${of.name} ${of.birthOn}`)
  for (const [id, emails] of owners) if (emails.size > 1) score.merged.push(`${id}: ${[...emails].join()}`)
  return score
}
