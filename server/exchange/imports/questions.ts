import type { CustodyAnswer, ImportFamily, QuestionKind } from '#contract/exchange/imports.ts'
import { type DecidedRow, shownRow } from './study.ts'

/** A question about a row. `child` is whom a question about custody is about. */
type Question = {
  n: number
  kind: QuestionKind
  child: string
  isOpen: boolean
  of: string
  family: number
  like: string | null
}

/** The open and answered questions about a row. */
const questionsOf = (row: DecidedRow): Question[] => {
  const { n, report, isSkipped, custodyAnswers, numberAnswer, answer } = row
  const { custody, number, doubt, group } = report
  const asked = { n, family: group ?? n, child: '', like: null }
  if (isSkipped) return [{ ...asked, kind: 'skipped', isOpen: false, of: `${n}` }]
  const ask = (kind: QuestionKind, answered: unknown, of: string | undefined, like: string | undefined): Question[] =>
    answered !== null
      ? [{ ...asked, kind, isOpen: false, of: report.children.map(({ name }) => name).join() }]
      : of === undefined
        ? []
        : [{ ...asked, kind, isOpen: true, of, like: like ?? null }]
  const aboutCustody = (child: string, notes: readonly string[] | null): Question => ({
    ...asked,
    kind: 'custody',
    child,
    isOpen: notes !== null,
    of: child,
    like: notes?.join('\n').toLowerCase() ?? null,
  })
  const place = ({ child }: Question) =>
    report.children.findIndex(({ name }) => child === name || child.startsWith(`${name} (`))
  return [
    ...[
      ...custodyAnswers.map(({ child }) => aboutCustody(child, null)),
      ...custody.map(({ child, notes }) => aboutCustody(child, notes)),
    ].sort((a, b) => place(a) - place(b) || a.child.localeCompare(b.child)),
    ...ask('number', numberAnswer, number ? `${number.number} ${number.name}` : undefined, number?.kind),
    ...ask('doubt', answer, doubt ? `${doubt.child} ${doubt.name}` : undefined, doubt?.kind),
  ]
}

/** True if one answer may settle both. A note about siblings may mean only one of them, so each gets an answer. */
const isAlike = (one: Question, other: Question): boolean =>
  one.kind === other.kind &&
  one.like === other.like &&
  (one.kind !== 'custody' || one.family !== other.family || one.child === other.child)
/** Drops repeated questions of several rows about the same child. */
const onceEach = (questions: readonly Question[]): Question[] =>
  [...new Map(questions.toReversed().map(each => [`${each.family} ${each.kind} ${each.of}`, each])).values()].reverse()

/** The number of open questions, and how many other open questions are like a given one. */
export const openQuestions = (asked: readonly DecidedRow[]) => {
  const open = onceEach(asked.flatMap(questionsOf)).filter(({ isOpen }) => isOpen)
  const byText = Map.groupBy(open, ({ kind, like }) => `${kind} ${like}`)
  return {
    n: open.length,
    alike: (question: Question) => {
      const others = byText.get(`${question.kind} ${question.like}`) ?? []
      return others.filter(other => other.n !== question.n && isAlike(question, other)).length
    },
  }
}

/** The questions like the one about row `n` and, if it is about custody, a child. They get the same answer. */
export const questionsAlike = (
  asked: readonly DecidedRow[],
  { n, child }: Pick<Question, 'n' | 'child'>,
  kind: QuestionKind,
): Question[] => {
  const open = asked.flatMap(questionsOf).filter(({ isOpen }) => isOpen)
  const own = open.find(each => each.n === n && each.kind === kind && each.child === child)
  return own ? open.filter(each => isAlike(own, each)) : []
}

/** The answers about custody of rows, once these questions about them are answered. Null withdraws an answer. */
export const withAnswers = (
  lines: readonly Pick<DecidedRow, 'n' | 'custodyAnswers'>[],
  questions: readonly Pick<Question, 'n' | 'child'>[],
  answer: Omit<CustodyAnswer, 'child'> | null,
): Pick<DecidedRow, 'n' | 'custodyAnswers'>[] => {
  const byLine = Map.groupBy(questions, ({ n }) => n)
  return lines.flatMap(({ n, custodyAnswers }) => {
    const children = new Set(byLine.get(n)?.map(({ child }) => child))
    const kept = custodyAnswers.filter(({ child }) => !children.has(child))
    const given = answer ? [...children].map(child => ({ child, ...answer })) : []
    return children.size === 0 ? [] : [{ n, custodyAnswers: [...kept, ...given] }]
  })
}

/** A family as the office sees it, with the questions about it. */
export const shownFamily = (
  { n, rows }: { n: number; rows: readonly DecidedRow[] },
  { alike }: ReturnType<typeof openQuestions>,
): ImportFamily => ({
  n,
  name: rows.map(({ report }) => report.family).find(Boolean) ?? '',
  rows: rows.map(shownRow),
  questions: onceEach(rows.flatMap(questionsOf)).map(question => ({
    n: question.n,
    kind: question.kind,
    child: question.child,
    isOpen: question.isOpen,
    alike: question.isOpen ? alike(question) : 0,
  })),
})
