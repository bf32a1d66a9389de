import { use, useEffect } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { KnownToSchool } from '#contract/enrolment/enrolments.ts'
import type { AskedField, FieldValue } from '#contract/people/forms.ts'
import { inOrder } from '#web/words/Name.tsx'
import { OwnField } from '#web/people/forms/shared/OwnField.tsx'
import { askedReady } from './asked.ts'
import type { Draft } from './draftForm.ts'
import { changeDraft, useDraft } from './draft.ts'
import { useProblemAt } from './FlowPage.tsx'
import type { useNames } from './chosen.ts'
import type { Problem } from './problems.ts'

type Choice = Draft['choices'][number]
const isSame = (one: Choice, other: Choice): boolean =>
  one.childKey === other.childKey && one.sectionId === other.sectionId

/**
 * `ofClassQuestion` is true if a problem is about a question for a class, `isUnanswered` if that question has no answer
 * yet.
 */
export const ofClassQuestion = ({ path }: Problem): boolean => /^choices\.\d+\.answers\./.test(path)
export const isUnanswered = (draft: Draft, { path }: Problem): boolean => {
  const [, index, , fieldId = ''] = path.split('.')
  const choice = draft.choices[Number(index)]
  return choice !== undefined && (choice.answers?.[fieldId]?.length ?? 0) === 0
}

/** Fills in the answers that a question got last time, where it hasn't been answered yet. */
const withKnown = (draft: Draft, fields: readonly AskedField[], known: KnownToSchool | null): Draft => {
  let isNew = false
  const choices = draft.choices.map(choice => {
    const studentId = draft.children.find(({ key }) => key === choice.childKey)?.studentId
    const before = known?.classAnswers.filter(
      each =>
        each.studentId === studentId &&
        choice.answers?.[each.fieldId] === undefined &&
        fields.some(({ id, askedFor }) => id === each.fieldId && askedFor.includes(choice.sectionId)),
    )
    if (!before || before.length === 0) return choice
    isNew = true
    // The newest answer comes first, so it is applied last.
    return {
      ...choice,
      answers: {
        ...Object.fromEntries(before.toReversed().map(({ fieldId, value }) => [fieldId, value])),
        ...choice.answers,
      },
    }
  })
  return isNew ? { ...draft, choices } : draft
}

const One = ({ field, choice, index }: { field: AskedField; choice: Choice; index: number }) => {
  const path = `choices.${index}.answers.${field.id}`
  const error = useProblemAt(path)
  const set = (value: FieldValue) =>
    changeDraft(draft => ({
      ...draft,
      choices: draft.choices.map(each =>
        isSame(each, choice) ? { ...each, answers: { ...each.answers, [field.id]: value } } : each,
      ),
    }))
  return <OwnField field={field} id={path} value={choice.answers?.[field.id]} error={error} onChange={set} />
}

type ClassQuestionsProps = {
  draft: Draft
  sections: readonly CatalogueSection[]
  names: Pick<ReturnType<typeof useNames>, 'childOf'>
}

/** The school's questions for the chosen classes, child by child; nothing if there are none. */
export const ClassQuestions = ({ draft, sections, names }: ClassQuestionsProps) => {
  const t = useTranslations('register')
  const language = useLocale()
  const known = useDraft()?.known ?? null
  const { fields } = use(askedReady(draft.termId))
  useEffect(() => {
    const next = withKnown(draft, fields, known)
    if (next !== draft) changeDraft(() => next)
  }, [draft, fields, known])
  const asked = draft.choices.flatMap((choice, index) => {
    const section = sections.find(({ id }) => id === choice.sectionId)
    const child = draft.children.find(({ key }) => key === choice.childKey)
    const questions = fields.filter(({ askedFor }) => askedFor.includes(choice.sectionId))
    return section && child && questions.length > 0 ? [{ choice, index, section, child, questions }] : []
  })
  if (asked.length === 0) return null
  return (
    <section aria-labelledby="class-questions" className="grid gap-4">
      <h2 id="class-questions" className="text-xl">
        {t('classQuestions')}
      </h2>
      {asked.map(({ choice, index, section, child, questions }) => (
        <div
          key={`${choice.childKey} ${choice.sectionId}`}
          data-crayon={section.crayon}
          className="grid gap-5 rounded-xl border border-line border-s-4 border-s-crayon bg-surface p-4 sm:p-5"
        >
          <h3 className="display text-lg">
            {t('classQuestionsOf', {
              child: names.childOf(child.key, child.name),
              section: inOrder(language, section).first,
            })}
          </h3>
          {questions.map(field => (
            <One key={field.id} field={field} choice={choice} index={index} />
          ))}
        </div>
      ))}
    </section>
  )
}
