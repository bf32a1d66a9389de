import type { ImportFamily, QuestionKind } from '#contract/exchange/imports.ts'
import { type DecidedRow, shownRow } from './study.ts'

type Question = { n: number; kind: QuestionKind; isOpen: boolean; of: string; like: string | null }

/** The open and answered questions about a row. */
const questionsOf = (row: DecidedRow): Question[] => {
  const { n, report, isSkipped, custodyAnswer, numberAnswer, answer } = row
  if (isSkipped) return [{ n, kind: 'skipped', isOpen: false, of: `${n}`, like: null }]
  const { custody, number, doubt } = report
  const ask = (kind: QuestionKind, answered: unknown, of: string | undefined, like: string | undefined): Question[] =>
    answered !== null
      ? [{ n, kind, isOpen: false, of: report.children.map(({ name }) => name).join(), like: null }]
      : of === undefined
        ? []
        : [{ n, kind, isOpen: true, of, like: like ?? null }]
  return [
    ...ask('custody', custodyAnswer, custody?.child, custody?.notes.join('\n').toLowerCase()),
    ...ask('number', numberAnswer, number ? `${number.number} ${number.name}` : undefined, number?.kind),
    ...ask('doubt', answer, doubt ? `${doubt.child} ${doubt.name}` : undefined, doubt?.kind),
  ]
}

const keyOf = ({ kind, like }: Question): string => `${kind} ${like}`
/** Drops repeated questions of several rows about the same child. */
const onceEach = (questions: readonly Question[], family: number | null): Question[] =>
  [...new Map(questions.toReversed().map(each => [`${family} ${each.kind} ${each.of}`, each])).values()].reverse()

/** The number of open questions, and how many other open questions equal a given one. */
export const openQuestions = (asked: readonly DecidedRow[]) => {
  const families = Map.groupBy(asked, ({ report, n }) => report.group ?? n)
  const open = [...families].flatMap(([family, rows]) =>
    onceEach(rows.flatMap(questionsOf), family).filter(({ isOpen }) => isOpen),
  )
  const counts = new Map<string, number>()
  for (const question of open) counts.set(keyOf(question), (counts.get(keyOf(question)) ?? 0) + 1)
  return { n: open.length, alike: (question: Question) => (counts.get(keyOf(question)) ?? 1) - 1 }
}

/** The rows that ask the same question as row `n` and get the same answer, including row `n`. */
export const rowsAlike = (asked: readonly DecidedRow[], n: number, kind: QuestionKind): number[] => {
  const own = asked
    .filter(row => row.n === n)
    .flatMap(questionsOf)
    .find(each => each.kind === kind)
  if (!own) return [n]
  return asked.filter(row => questionsOf(row).some(each => each.isOpen && keyOf(each) === keyOf(own))).map(row => row.n)
}

/** A family as the office sees it, with the questions about it. */
export const shownFamily = (
  { n, rows }: { n: number; rows: readonly DecidedRow[] },
  { alike }: ReturnType<typeof openQuestions>,
): ImportFamily => ({
  n,
  name: rows.map(({ report }) => report.family).find(Boolean) ?? '',
  rows: rows.map(shownRow),
  questions: onceEach(rows.flatMap(questionsOf), n).map(question => ({
    n: question.n,
    kind: question.kind,
    isOpen: question.isOpen,
    alike: question.isOpen ? alike(question) : 0,
  })),
})
