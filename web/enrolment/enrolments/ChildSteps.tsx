import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { DateParts } from '#web/ui/DateParts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import type { FormField } from '#contract/people/forms.ts'
import { eachField, type FieldIn, isNeeded, studentFields } from '#contract/studentFields.plain.ts'
import { askedOfChild, askedOfHealth } from './childFields.ts'
import { useAsked } from './asked.ts'
import { blankChild, calledIn, type Child, type Draft } from './draftForm.ts'
import { changeDraft } from './draft.ts'
import { OwnChildFields } from './OwnFields.tsx'
import { AddBlock, Block, TextField, useProblemAt } from './FlowPage.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const mostChildren = 12

const changeChild = (key: string, change: Partial<Child>): void =>
  changeDraft(draft => ({
    ...draft,
    children: draft.children.map(each => (each.key === key ? { ...each, ...change } : each)),
  }))

/** Another child of the family, with the answers that siblings share. */
const sibling = ({ children }: Draft, fields: readonly FormField[]): Child => ({
  ...blankChild(),
  answers: Object.fromEntries(
    fields.flatMap(({ id, isShared }) => {
      const answered = isShared && children.find(({ answers }) => answers[id]?.length)?.answers[id]
      return answered ? [[id, answered]] : []
    }),
  ),
})

/** The input for one field of a child, according to the field's type. */
const ChildField = ({ field, path, child }: { field: FieldIn<'registration'>; path: string; child: Child }) => {
  const t = useTranslations('register')
  const { dateOrder } = useFormat()
  const error = useProblemAt(path)
  const change = (text: string) => changeChild(child.key, { [field]: text })
  const words = {
    label: t(`fields.${field}`),
    hint: t.has(`hints.${field as 'name'}`) && t(`hints.${field as 'name'}`),
  }
  const { type } = studentFields[field]
  if (type === 'day')
    return (
      <Field id={path} {...words} error={error} group>
        <DateParts value={child[field]} onChange={change} order={dateOrder} />
      </Field>
    )
  if (type === 'text')
    return (
      <Field id={path} {...words} error={error} optional>
        <Textarea rows={2} value={child[field]} onChange={event => change(event.target.value)} />
      </Field>
    )
  return (
    <TextField
      path={path}
      {...words}
      autoComplete="off"
      optional={!isNeeded(field)}
      value={child[field]}
      {...(field === 'grade' && { className: 'max-w-56' })}
      onText={change}
    />
  )
}

/** Returns a function that names a child on the pages after this one. */
const useChildName = () => {
  const t = useTranslations('register')
  const language = useLocale()
  return (child: Child, index: number): string =>
    calledIn(language, child) || t('childNumber', { n: String(index + 1) })
}

/** The children who are being registered. */
export const ChildrenStep = ({ draft }: { draft: Draft }) => {
  const t = useTranslations('register')
  const { fields } = useAsked()
  const nameOf = useChildName()
  const remove = (child: Child) =>
    changeDraft(each => ({
      ...each,
      children: each.children.filter(({ key }) => key !== child.key),
      choices: each.choices.filter(({ childKey }) => childKey !== child.key),
    }))
  return (
    <>
      {draft.children.map((child, index) => {
        const at = `children.${index}`
        const title = nameOf(child, index)
        const change = (part: Partial<Child>) => changeChild(child.key, part)
        // A child whom the school knows can't be removed; only its classes are chosen again.
        const mayGo = draft.children.length > 1 && child.studentId === null
        return (
          <Block
            key={child.key}
            title={title}
            removeLabel={t('removeNamed', { name: title })}
            onRemove={mayGo ? () => remove(child) : undefined}
          >
            {askedOfChild.map(field => (
              <ChildField key={field} field={field} path={`${at}.${field}`} child={child} />
            ))}
            <OwnChildFields child={child} index={index} onChange={change} />
          </Block>
        )
      })}
      <AddBlock
        path="children"
        count={draft.children.length}
        most={mostChildren}
        icon={Plus}
        onAdd={() => changeDraft(each => ({ ...each, children: [...each.children, sibling(each, fields)] }))}
      >
        {t('addChild')}
      </AddBlock>
    </>
  )
}

type ChildHealthProps = { child: Child; index: number; isHealthy: boolean }

const ChildHealth = ({ child, index, isHealthy }: ChildHealthProps) => {
  const t = useTranslations('register')
  const name = useChildName()(child, index)
  const at = `children.${index}`
  const error = useProblemAt(`${at}.health`)
  const [isTelling, setTelling] = useState(false)
  // Choosing "No" by mistake must not lose the text.
  const now = eachField(askedOfHealth, field => child[field])
  const written = useRef(now)
  const isWritten = askedOfHealth.some(field => child[field] !== '')
  const isYes = isTelling || isWritten
  const answer = (value: 'no' | 'yes') => {
    if (value === 'no') written.current = now
    setTelling(value === 'yes')
    changeChild(child.key, {
      ...(value === 'no' ? eachField(askedOfHealth, () => '') : written.current),
      // For a child whom the school knows, looking at the card is enough.
      healthSaid: value === 'no' || child.studentId !== null,
    })
  }
  return (
    <div data-card className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <Field id={`${at}.health`} group label={t('healthQuestion', { name })} error={error}>
        <RadioGroup
          options={[
            { value: 'no', label: t('healthNo') },
            { value: 'yes', label: t('healthYes') },
          ]}
          value={isYes ? 'yes' : isHealthy ? 'no' : null}
          onChange={answer}
        />
        {isYes && (
          // Inside the question, because this text answers it.
          <div className="mt-4 grid gap-4">
            {askedOfHealth.map(field => (
              <ChildField key={field} field={field} path={`${at}.${field}`} child={child} />
            ))}
          </div>
        )}
      </Field>
    </div>
  )
}

/** The health questions of all children, which teachers need to keep each child safe. */
export const HealthStep = ({ draft, healthy }: { draft: Draft; healthy: readonly string[] }) =>
  draft.children.map((child, index) => (
    <ChildHealth key={child.key} child={child} index={index} isHealthy={healthy.includes(child.key)} />
  ))
