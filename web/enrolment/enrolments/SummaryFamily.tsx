import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldIn } from '#contract/studentFields.plain.ts'
import { useOwnText } from '#web/words/ownText.ts'
import { useFieldText, useFieldValue } from '#web/people/forms/shared/fieldText.ts'
import { Card } from '#web/ui/Page.tsx'
import { isDay } from '#web/ui/DateParts.tsx'
import { Named } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import type { Asked } from './asked.ts'
import { type Child, type Draft, type Guardian, namesOf } from './draftForm.ts'
import { lastFamilyPage } from './draft.ts'
import { askedOfChild, askedOfHealth } from './childFields.ts'
import type { FamilyStep } from './problems.ts'
import { Change } from './SummaryChange.tsx'

const Fact = ({ label, step, children }: { label: string; step: FamilyStep; children: ReactNode }) => (
  <div className="border-t border-line pt-3 pb-1">
    <dt className="flex items-start justify-between gap-4 text-sm text-ink-2">
      {label}
      <span className="-mt-3 -mb-2 shrink-0">
        <Change to="/registration" search={{ step, back: 'summary' }} label={label} />
      </span>
    </dt>
    <dd className="grid min-w-0 gap-2 pb-2 break-words">{children}</dd>
  </div>
)

/** A person or thing, with the known facts below; empty facts are omitted. */
const Entry = ({ name, facts }: { name?: ReactNode; facts: readonly (string | false)[] }) => (
  <div>
    {name}
    {facts.filter(Boolean).map(fact => (
      <p key={String(fact)} className="text-sm whitespace-pre-line text-ink-2">
        {fact}
      </p>
    ))}
  </div>
)

/** Returns a function that lists the answers to the school's own questions, each after its question. */
const useAnswers = (fields: Asked['fields']) => {
  const text = useFieldText()
  const value = useFieldValue()
  const t = useTranslations('summary')
  return (asked: (field: Asked['fields'][number]) => boolean, answers: Draft['answers']): string[] =>
    fields.flatMap(field => {
      const answer = asked(field) ? value(field, answers[field.id] ?? null) : ''
      return answer === '' ? [] : [t('fact', { label: text(field).label, value: answer })]
    })
}

/** The answers to the school's questions about a class, for one child. */
export const ClassAnswers = ({ choice, fields }: { choice: Draft['choices'][number]; fields: Asked['fields'] }) => {
  const answersOf = useAnswers(fields)
  return <Entry facts={answersOf(({ askedFor }) => askedFor.includes(choice.sectionId), choice.answers ?? {})} />
}

/** Everything saved of the family and its children, with links to change it. */
export const SummaryFamily = ({ draft, asked }: { draft: Draft; asked: Asked }) => {
  const t = useTranslations('summary')
  const register = useTranslations('register')
  const format = useFormat()
  const own = useOwnText()
  const answersOf = useAnswers(asked.fields)
  const fact = (label: string, value: string): string | false =>
    value.trim() !== '' && t('fact', { label, value: value.trim() })
  const person = ({ relationship, phone, email }: Guardian) => [
    relationship !== '' && register(`relationship.${relationship}`),
    phone.trim(),
    email.trim(),
  ]
  const fieldFacts = (fields: readonly FieldIn<'registration'>[], child: Child) =>
    fields.map(field => fact(register(`fields.${field}`), child[field]))
  const others = draft.guardians.filter(({ isMe }) => !isMe)
  const agreed = asked.policies.flatMap(({ kind, title, nativeTitle }) => {
    const level = draft.consents.levels[kind]
    return level ? [t('fact', { label: own(title, nativeTitle), value: register(`signedLevel.${level}`) })] : []
  })
  return (
    <Card title={t('family')}>
      <dl>
        <Fact label={t('you')} step="you">
          {draft.guardians
            .filter(({ isMe }) => isMe)
            .map(me => (
              <Entry
                key={me.key}
                name={<Named names={namesOf(me)} />}
                facts={[
                  ...person(me),
                  draft.address.trim(),
                  ...answersOf(({ about }) => about === 'household' || about === 'registration', draft.answers),
                ]}
              />
            ))}
        </Fact>
        <Fact label={t('guardians')} step="guardians">
          {others.length === 0 && t('none')}
          {others.map(guardian => (
            <Entry
              key={guardian.key}
              name={<Named names={namesOf(guardian)} />}
              facts={[
                ...person(guardian),
                guardian.mayPickUp ? register('mayPickUp') : t('noPickUp'),
                guardian.hasDataAccess ? register('hasDataAccess') : t('noDataAccess'),
              ]}
            />
          ))}
        </Fact>
        <Fact label={t('children')} step="children">
          {draft.children.map(child => (
            <Entry
              key={child.key}
              name={<Named names={namesOf(child)} />}
              facts={[
                isDay(child.birthOn) && t('born', { day: format.day(child.birthOn, 'short') }),
                ...fieldFacts(
                  askedOfChild.filter(field => field !== 'name' && field !== 'nativeName' && field !== 'birthOn'),
                  child,
                ),
                ...answersOf(({ about }) => about === 'student', child.answers),
              ]}
            />
          ))}
        </Fact>
        <Fact label={t('health')} step="health">
          {draft.children.map(child => {
            const facts = fieldFacts(askedOfHealth, child).filter(Boolean)
            return (
              <Entry
                key={child.key}
                name={<Named names={namesOf(child)} />}
                facts={facts.length === 0 ? [t('healthy')] : facts}
              />
            )
          })}
        </Fact>
        <Fact label={t('contacts')} step="contacts">
          {draft.contacts.length === 0 && <Entry facts={[t('noContact')]} />}
          {draft.contacts.map(({ key, name, phone, relationship, mayPickUp }) => (
            <Entry
              key={key}
              name={<bdi>{name}</bdi>}
              facts={[relationship.trim(), phone.trim(), mayPickUp && register('mayPickUp')]}
            />
          ))}
        </Fact>
        <Fact label={t('consents')} step="consents">
          <Entry
            facts={[
              ...agreed,
              draft.consents.signedName.trim() === ''
                ? t(lastFamilyPage() === 'check' ? 'signedBefore' : 'unsigned')
                : t('signed', { name: draft.consents.signedName }),
            ]}
          />
        </Fact>
      </dl>
    </Card>
  )
}
