import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChildGrades as Graded } from '#contract/teaching/grades.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Named, useNames, useNameText } from '#web/words/Name.tsx'
import { Result, usePercentText, useSheetLine } from '#web/teaching/grades/results.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Grade = Graded['grades'][number]

const Points = ({ grade }: { grade: Grade }) => {
  const t = useTranslations('grades')
  const format = useFormat()
  if (grade.isExcused) return <Badge tone="info">{t('excused')}</Badge>
  if (grade.points === null)
    return grade.amendedAt === null ? null : <span className="text-sm text-ink-2">{t('removed')}</span>
  return (
    <span className="font-semibold whitespace-nowrap tabular-nums">
      {t('outOf', { points: format.number(grade.points), max: format.number(grade.maxPoints) })}
    </span>
  )
}

const GradeLine = ({ grade }: { grade: Grade }) => {
  const t = useTranslations('grades')
  const format = useFormat()
  return (
    <li className="py-2.5">
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0">
          <span className="font-medium">
            <Named names={grade} />
          </span>
          <span className="block text-sm text-ink-2">{format.day(grade.onDay)}</span>
        </span>
        <span className="text-end">
          <Points grade={grade} />
          {grade.isDropped && <span className="block text-xs text-ink-2">{t('dropped')}</span>}
        </span>
      </div>
      {grade.note && <p className="mt-1 text-sm">{grade.note}</p>}
      {grade.amendedAt !== null && (
        <p className="mt-1 text-sm text-ink-2">
          {t('amended', { day: format.instant(grade.amendedAt, 'day'), reason: grade.reason })}
        </p>
      )}
    </li>
  )
}

const resultLabel = ({ leftOn, isFinal }: Graded) => {
  if (leftOn !== null) return 'untilLeft'
  return isFinal ? 'final' : 'soFar'
}

const ClassGrades = ({ section }: { section: Graded }) => {
  const t = useTranslations('grades')
  const names = useNames()
  const format = useFormat()
  const percentText = usePercentText()
  const hasLeft = section.leftOn !== null
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-2">
          <Chip crayon={section.crayon}>
            <Named names={section} quiet="" />
          </Chip>
          <span className="text-sm text-ink-2">
            {names({ name: section.term, nativeName: section.termNativeName }).first}
          </span>
          {section.leftOn !== null && <Badge>{t('left', { day: format.day(section.leftOn) })}</Badge>}
        </span>
        {(section.percent !== null || section.step !== null) && (
          <span className="flex items-baseline gap-2 text-lg">
            <span className="text-sm text-ink-2">{t(resultLabel(section))}</span>
            <Result {...section} />
          </span>
        )}
      </div>
      {section.grades.length === 0 ? (
        <p className="mt-2 text-sm text-ink-2">{t('noneInClass')}</p>
      ) : (
        <div className="mt-3 grid gap-4">
          {section.planReason && section.planChangedAt !== null && (
            <p className="text-sm text-ink-2">
              {t('planChanged', { day: format.instant(section.planChangedAt, 'day'), reason: section.planReason })}
            </p>
          )}
          {section.categories.map(category => {
            const own = section.grades.filter(({ categoryId }) => categoryId === category.id)
            const facts = [
              t('weight', { percent: format.percent(category.weightPercent / 100) }),
              category.dropLowest > 0 && t('dropLowest', { n: category.dropLowest }),
            ].filter(Boolean)
            return (
              <section key={category.id}>
                <h3 className="flex items-baseline justify-between gap-4 border-b border-line pb-1 font-sans text-sm font-semibold tracking-normal">
                  <span>
                    {names(category).first} <span className="font-normal text-ink-2">{facts.join(' · ')}</span>
                  </span>
                  <span className="font-semibold tabular-nums">
                    {category.percent === null
                      ? own.length === 0 && (
                          <span className="font-normal text-ink-2">{t(hasLeft ? 'noScoresLeft' : 'noScores')}</span>
                        )
                      : percentText(category.percent)}
                  </span>
                </h3>
                {own.length > 0 && (
                  <ul className="divide-y divide-line">
                    {own.map(grade => (
                      <GradeLine key={grade.assessmentId} grade={grade} />
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
          <p className="text-xs text-ink-2">{t(hasLeft ? 'howLeft' : 'how')}</p>
        </div>
      )}
    </li>
  )
}

type Term = Pick<Graded, 'term' | 'termNativeName'>

type ReportProps = {
  student: { name: string; nativeName: string }
  terms: readonly (readonly [term: string, sections: readonly Graded[]])[]
  onClose: () => void
}

/** One child's grades of one term by themselves, as they are printed: nothing else about the child is on the sheet. */
const Report = ({ student, terms, onClose }: ReportProps) => {
  const t = useTranslations('grades')
  const names = useNames()
  const nameText = useNameText()
  const [chosen, choose] = useState(terms[0]?.[0])
  const sections = terms.find(([term]) => term === chosen)?.[1] ?? []
  const termText = ({ term, termNativeName }: Term) => names({ name: term, nativeName: termNativeName }).first
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('report', { name: nameText(student) })}
      description={useSheetLine()}
      actions={
        <Button variant="primary" icon={Printer} onClick={() => print()}>
          {t('print')}
        </Button>
      }
    >
      {terms.length > 1 && (
        <div data-noprint className="mb-2">
          <Field label={t('term')}>
            <Select value={chosen} onChange={event => choose(event.target.value)}>
              {terms.map(([term, [first]]) => (
                <option key={term} value={term}>
                  {first && termText(first)}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      <ul className="divide-y divide-line">
        {sections.map(section => (
          <ClassGrades key={section.enrolmentId} section={section} />
        ))}
      </ul>
    </Dialog>
  )
}

type ChildGradesProps = { student: { id: string; name: string; nativeName: string } }

/** A child's grades for the family: each class with its result, the weights, and every released grade. */
export const ChildGrades = ({ student }: ChildGradesProps) => {
  const t = useTranslations('grades')
  const mine = useReadLater('grades-mine', {}, { withPage: true })
  const [isPrinting, setPrinting] = useState(false)
  const sections = mine.data?.find(({ studentId }) => studentId === student.id)?.sections ?? []
  const graded = sections.filter(({ grades }) => grades.length > 0)
  return (
    <Card
      title={t('title')}
      aside={
        graded.length > 0 && (
          <Button size="small" variant="quiet" icon={Printer} onClick={() => setPrinting(true)}>
            {t('print')}
          </Button>
        )
      }
    >
      <Later read={mine} skeleton={<Skeleton className="h-28 rounded-lg" />}>
        {() =>
          graded.length > 0 ? (
            <ul className="-my-4 divide-y divide-line">
              {sections.map(section => (
                <ClassGrades key={section.enrolmentId} section={section} />
              ))}
            </ul>
          ) : (
            <p className="text-ink-2">{t('none')}</p>
          )
        }
      </Later>
      {isPrinting && (
        <Report
          student={student}
          terms={[...Map.groupBy(graded, ({ term }) => term)]}
          onClose={() => setPrinting(false)}
        />
      )}
    </Card>
  )
}
