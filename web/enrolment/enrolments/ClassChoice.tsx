import { CalendarClock, ChevronDown, X } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import type { Term } from '#contract/school/terms.ts'
import { ageOn, overlap } from '#rules/fit.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { isDay } from '#web/ui/DateParts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { openTo, type useHeld, type useNames, type useQuote } from './chosen.ts'
import { ClassRow } from './ClassRow.tsx'
import type { Child, Draft } from './draftForm.ts'
import { changeDraft } from './draft.ts'
import { isFor, takesSpot } from './fits.ts'
import { useProblemText } from './problems.ts'
import { useFormat } from '#web/words/useFormat.ts'

const SuggestTimes = withPage(() => import('./SuggestTimes.tsx').then(module => module.SuggestTimes))

type Asked = Pick<ReturnType<typeof useQuote>, 'outcomeOf' | 'reasonsOf'>
type ClassChoiceProps = Asked & {
  draft: Draft
  term: Term
  sections: readonly CatalogueSection[]
  names: ReturnType<typeof useNames>
  wished: string | null
  heldOf: ReturnType<typeof useHeld>
}

const toggle = (childKey: string, sectionId: string): void =>
  changeDraft(draft => {
    const others = draft.choices.filter(each => each.childKey !== childKey || each.sectionId !== sectionId)
    return {
      ...draft,
      choices: others.length < draft.choices.length ? others : [...draft.choices, { childKey, sectionId }],
    }
  })

/** Sets whether a child audits a chosen class. */
const sitIn = (childKey: string, sectionId: string, isAudit: boolean): void =>
  changeDraft(draft => ({
    ...draft,
    choices: draft.choices.map(each =>
      each.childKey === childKey && each.sectionId === sectionId
        ? { childKey, sectionId, ...(isAudit && { type: 'audit' as const }) }
        : each,
    ),
  }))

const ofChild = ({
  draft,
  sections,
  names,
  wished,
  outcomeOf,
  reasonsOf,
  heldOf,
  child,
}: ClassChoiceProps & { child: Child }) => {
  const chosen = draft.choices.flatMap(({ childKey, sectionId }) => {
    const section = childKey === child.key && sections.find(({ id }) => id === sectionId)
    return section ? [section] : []
  })
  const held = heldOf(child)
  const fitting = sections.filter(section => isFor(child, section) || chosen.includes(section) || held.has(section.id))
  const first = fitting.filter(({ id }) => id === wished || held.has(id))
  return {
    name: names.childOf(child.key, child.name),
    chosen,
    held,
    fitting: [...first, ...fitting.filter(section => !first.includes(section))],
    others: sections.filter(section => !fitting.includes(section)),
    outcome: (section: CatalogueSection) => outcomeOf(child.key, section.id),
    reasons: (section: CatalogueSection) => reasonsOf(child.key, section.id),
    typeOf: (section: CatalogueSection) =>
      draft.choices.find(each => each.childKey === child.key && each.sectionId === section.id)?.type,
    idOf: (section: CatalogueSection) => {
      const index = draft.choices.findIndex(each => each.childKey === child.key && each.sectionId === section.id)
      return index < 0 ? `${child.key}-${section.id}` : `choices.${index}`
    },
  }
}

const ChildClasses = (props: ClassChoiceProps & { child: Child; index: number }) => {
  const { child, term, wished, index } = props
  const t = useTranslations('choose')
  const text = useClassText()
  const beforeText = (section: CatalogueSection) => section.before.map(course => text.names(course).first).join(' / ')
  const problemText = useProblemText()
  const format = useFormat()
  const { name, chosen, held, fitting, others, outcome, reasons, typeOf, idOf } = ofChild(props)
  const sitting = [...chosen, ...fitting.filter(({ id }) => takesSpot(held.get(id)))]
  const programmes = [...new Map(fitting.map(section => [section.programmeId, text.programme(section)]))]
  const rowOf = (section: CatalogueSection) => {
    const isChosen = chosen.includes(section)
    const standing = held.get(section.id)
    const twin = sitting.find(other => other.id !== section.id && overlap(other, section))
    const result = isChosen ? outcome(section) : undefined
    const isWrong = result === 'age' || result === 'clash' || result === 'closed'
    return (
      <ClassRow
        key={section.id}
        id={idOf(section)}
        section={section}
        isChosen={isChosen}
        isShut={(section.state === 'closed' || standing !== undefined) && !isChosen}
        held={standing ?? (result === 'enrolled' ? 'in' : undefined)}
        isWished={section.id === wished}
        clash={twin && standing === undefined ? text.names(twin).first : undefined}
        error={isWrong ? problemText({ path: 'choices', message: result }) : undefined}
        note={
          result === 'waitlist'
            ? t('toWaitlist', { name })
            : result === 'approval'
              ? format.sentences(
                  reasons(section).map(reason =>
                    t(`toApproval.${reason}`, { what: beforeText(section) || t('before') }),
                  ),
                )
              : result === 'lottery'
                ? t('toDraw', { name })
                : result === 'early'
                  ? t('early')
                  : undefined
        }
        onToggle={() => toggle(child.key, section.id)}
        isAudit={typeOf(section) === 'audit'}
        onAudit={isAudit => sitIn(child.key, section.id, isAudit)}
      />
    )
  }
  return (
    <section aria-labelledby={`child-${child.key}`} className="min-w-0">
      <div className="flex items-center gap-3">
        <Avatar name={name} id={child.key} />
        <div className="min-w-0">
          <h2 id={`child-${child.key}`} className="text-xl">
            {name}
          </h2>
          {isDay(child.birthOn) && (
            <p className="text-sm text-ink-2">{t('age', { n: ageOn(child.birthOn, term.startsOn) })}</p>
          )}
        </div>
      </div>
      <ul className="mt-3 flex flex-wrap gap-2">
        {chosen.map(section => (
          <li key={section.id} data-crayon={section.crayon}>
            <button
              type="button"
              aria-label={t('takeOut', { name: text.names(section).first, child: name })}
              onClick={() => toggle(child.key, section.id)}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-crayon-soft ps-4 pe-3 text-sm font-semibold text-crayon-ink hover:ring-1 hover:ring-crayon"
            >
              {text.names(section).first}
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {fitting.length === 0 && <Notice tone="info">{t('noneFits', { name })}</Notice>}
      <div className="mt-4 grid gap-5" id={index === 0 ? 'choices' : undefined} tabIndex={-1}>
        {programmes.map(([id, programme]) => (
          <section key={id} aria-label={`${programme}, ${name}`}>
            <h3 className="mb-2 text-sm font-semibold text-ink-2">{programme}</h3>
            <ul className="grid gap-2">{fitting.filter(({ programmeId }) => programmeId === id).map(rowOf)}</ul>
          </section>
        ))}
      </div>
      {others.length > 0 && (
        <details className="group mt-3">
          <summary className="inline-flex min-h-11 list-none items-center gap-2 text-sm font-semibold text-primary-ink [&::-webkit-details-marker]:hidden">
            <ChevronDown size={18} aria-hidden className="transition-transform group-open:rotate-180" />
            {t('otherAges', { n: others.length })}
          </summary>
          <ul className="mt-2 grid gap-2">
            {others.map(section => (
              <ClassRow key={section.id} id={idOf(section)} section={section} isChosen={false} isShut />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** The offer to suggest times, opened by the address; its code loads on demand. */
const Suggestion = ({ draft, term, sections, names, heldOf }: ClassChoiceProps) => {
  const t = useTranslations('suggest')
  const [url, change] = useUrlState()
  const close = () => change({ suggest: undefined }, { replace: true })
  if (draft.children.every(child => openTo(child, { sections, held: heldOf(child) }).length === 0)) return null
  return (
    <div>
      <Button icon={CalendarClock} onClick={() => change({ suggest: 'times' })}>
        {t(draft.children.length > 1 ? 'open' : 'openOne')}
      </Button>
      {url['suggest'] && (
        <Suspense>
          <SuggestTimes draft={draft} term={term} sections={sections} names={names} heldOf={heldOf} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** For each child, the classes that fit its age, the outcome of each choice, and conflicts. */
export const ClassChoice = (props: ClassChoiceProps) => (
  <div className="grid gap-10">
    <Suggestion {...props} />
    {props.draft.children.map((child, index) => (
      <ChildClasses key={child.key} {...props} child={child} index={index} />
    ))}
  </div>
)
