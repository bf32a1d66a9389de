import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Badge, Chip, type Tone } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { isDay } from '#web/ui/DateParts.tsx'
import type { useNames, useQuote } from './chosen.ts'
import type { Draft } from './draftForm.ts'
import { lastFamilyPage } from './draft.ts'
import { healthOf } from './childFields.ts'
import type { FamilyStep } from './problems.ts'

const Change = ({ step, label }: { step: FamilyStep; label: string }) => {
  const t = useTranslations('summary')
  return (
    <Link to="/registration" search={{ step }} className={`inline-flex min-h-11 items-center text-sm ${textLink}`}>
      {t('change')}
      <span className="sr-only"> {label}</span>
    </Link>
  )
}

const Fact = ({ label, step, children }: { label: string; step: FamilyStep; children: ReactNode }) => (
  <div className="border-t border-line pt-3 pb-1">
    <dt className="text-sm text-ink-2">{label}</dt>
    <dd className="flex items-start justify-between gap-4">
      <div className="min-w-0 pb-2">{children}</div>
      <span className="-mt-3 shrink-0">
        <Change step={step} label={label} />
      </span>
    </dd>
  </div>
)

const tones = {
  seat: 'good',
  waitlist: 'warn',
  approval: 'info',
  lottery: 'event',
  enrolled: 'neutral',
} as const satisfies Record<string, Tone>

type SummaryProps = Pick<ReturnType<typeof useQuote>, 'outcomeOf'> & {
  draft: Draft
  sections: readonly CatalogueSection[]
  names: ReturnType<typeof useNames>
}

/** Everything that is about to be sent. */
export const Summary = ({ draft, sections, names, outcomeOf }: SummaryProps) => {
  const t = useTranslations('summary')
  const text = useClassText()
  const format = useFormat()
  const person = ({ name, nativeName }: { name: string; nativeName: string }) => {
    const { first, second } = text.names({ name: name.trim(), nativeName: nativeName.trim() })
    return second ? `${first} ${second}` : first
  }
  const photo = draft.consents.levels['photo']
  const sick = draft.children.filter(child => healthOf(child).length > 0)
  return (
    <>
      <Card
        title={t('classes')}
        aside={
          <Link to="/registration2" className={`inline-flex min-h-11 items-center text-sm ${textLink}`}>
            {t('change')}
            <span className="sr-only"> {t('classes')}</span>
          </Link>
        }
      >
        <ul>
          {draft.children.map(child => {
            const chosen = draft.choices.filter(({ childKey }) => childKey === child.key)
            return (
              <li key={child.key} className="border-t border-line py-3">
                <p className="font-semibold">{names.childOf(child.key, child.name)}</p>
                {chosen.length === 0 && <p className="text-sm text-ink-2">{t('noClass')}</p>}
                <ul className="mt-1 grid gap-2">
                  {chosen.map(({ sectionId }) => {
                    const section = sections.find(({ id }) => id === sectionId)
                    const outcome = outcomeOf(child.key, sectionId)
                    if (!section) return null
                    return (
                      <li key={sectionId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                        <Chip crayon={section.crayon}>{text.names(section).first}</Chip>
                        <span className="text-sm text-ink-2 tabular-nums">{text.when(section)}</span>
                        {(outcome === 'seat' ||
                          outcome === 'waitlist' ||
                          outcome === 'approval' ||
                          outcome === 'lottery' ||
                          outcome === 'enrolled') && <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>}
                      </li>
                    )
                  })}
                </ul>
              </li>
            )
          })}
        </ul>
      </Card>
      <Card title={t('family')}>
        <dl>
          <Fact label={t('you')} step="you">
            {draft.guardians.filter(({ isMe }) => isMe).map(person)}
            {draft.address.trim() && <span className="block text-sm text-ink-2">{draft.address}</span>}
          </Fact>
          <Fact label={t('guardians')} step="guardians">
            {draft.guardians
              .filter(({ isMe }) => !isMe)
              .map(person)
              .join(', ') || t('none')}
          </Fact>
          <Fact label={t('children')} step="children">
            {draft.children.map(child => (
              <span key={child.key} className="block">
                {person(child)}
                {isDay(child.birthOn) && (
                  <span className="text-sm text-ink-2"> {t('born', { day: format.day(child.birthOn, 'short') })}</span>
                )}
              </span>
            ))}
          </Fact>
          <Fact label={t('health')} step="health">
            {sick.length === 0
              ? t('healthy')
              : sick.map(child => (
                  <span key={child.key} className="block">
                    {names.childOf(child.key, child.name)}: {healthOf(child).join('; ')}
                  </span>
                ))}
          </Fact>
          <Fact label={t('contacts')} step="contacts">
            {draft.contacts.map(({ key, name, phone }) => (
              <span key={key} className="block">
                {name} <span className="text-sm text-ink-2 tabular-nums">{phone}</span>
              </span>
            ))}
          </Fact>
          <Fact label={t('consents')} step="consents">
            {photo && photo !== 'granted' && photo !== 'withdrawn' && t(`photo.${photo}`)}
            <span className="block text-sm text-ink-2">
              {draft.consents.signedName.trim() === ''
                ? t(lastFamilyPage() === 'check' ? 'signedBefore' : 'unsigned')
                : t('signed', { name: draft.consents.signedName })}
            </span>
          </Fact>
        </dl>
      </Card>
    </>
  )
}
