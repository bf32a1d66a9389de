import { use, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { Card } from '#web/ui/Page.tsx'
import { Badge, Chip, type Tone } from '#web/ui/Marks.tsx'
import { askedReady } from './asked.ts'
import type { useHeld, useNames, useQuote } from './chosen.ts'
import type { Draft } from './draftForm.ts'
import { Change } from './SummaryChange.tsx'
import { ClassAnswers, SummaryFamily } from './SummaryFamily.tsx'

const tones = {
  seat: 'good',
  waitlist: 'warn',
  approval: 'info',
  lottery: 'event',
  early: 'neutral',
} as const satisfies Record<string, Tone>

type SummaryProps = Pick<ReturnType<typeof useQuote>, 'outcomeOf'> & {
  draft: Draft
  sections: readonly CatalogueSection[]
  names: ReturnType<typeof useNames>
  heldOf: ReturnType<typeof useHeld>
}

/** Everything that is about to be sent. */
export const Summary = ({ draft, sections, names, outcomeOf, heldOf }: SummaryProps) => {
  const t = useTranslations('summary')
  const choose = useTranslations('choose')
  const types = useTranslations('prices.type')
  const text = useClassText()
  // Read once: a newer answer must not replace what is being read.
  const [asking] = useState(() => askedReady(draft.termId))
  const asked = use(asking)
  return (
    <>
      <Card title={t('classes')} aside={<Change to="/registration2" label={t('classes')} />}>
        <ul>
          {draft.children.map(child => {
            const chosen = draft.choices.filter(({ childKey }) => childKey === child.key)
            const standing = heldOf(child)
            const before = sections.filter(({ id }) => standing.has(id) && chosen.length === 0)
            return (
              <li key={child.key} className="border-t border-line py-3">
                <p className="font-semibold">{names.childOf(child.key, child.name)}</p>
                {chosen.length + before.length === 0 && <p className="text-sm text-ink-2">{t('noClass')}</p>}
                <ul className="mt-1 grid gap-2">
                  {before.map(section => (
                    <li key={section.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      <Chip crayon={section.crayon}>{text.names(section).first}</Chip>
                      <Badge>{choose(`held.${standing.get(section.id) ?? 'in'}`)}</Badge>
                    </li>
                  ))}
                  {chosen.map(choice => {
                    const section = sections.find(({ id }) => id === choice.sectionId)
                    const outcome = outcomeOf(child.key, choice.sectionId)
                    if (!section) return null
                    return (
                      <li key={choice.sectionId}>
                        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                          <Chip crayon={section.crayon}>{text.names(section).first}</Chip>
                          <span className="text-sm text-ink-2 tabular-nums">{text.when(section)}</span>
                          {choice.type === 'audit' && <Badge>{types('audit')}</Badge>}
                          {outcome === 'enrolled' && (
                            <Badge>{choose(`held.${standing.get(section.id) ?? 'in'}`)}</Badge>
                          )}
                          {(outcome === 'seat' ||
                            outcome === 'waitlist' ||
                            outcome === 'approval' ||
                            outcome === 'lottery' ||
                            outcome === 'early') && <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>}
                        </div>
                        <ClassAnswers choice={choice} fields={asked.fields} />
                      </li>
                    )
                  })}
                </ul>
              </li>
            )
          })}
        </ul>
      </Card>
      <SummaryFamily draft={draft} asked={asked} />
    </>
  )
}
