import { GraduationCap, HeartPulse, House, PenLine, PhoneCall, UsersRound, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { daysAfter } from '#rules/days.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { Named } from '#web/words/Name.tsx'
import { useFieldText, useFieldValue } from '#web/people/forms/shared/fieldText.ts'
import { useSchool } from '#web/wire/school.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { isDay } from '#web/ui/DateParts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Signing } from './AgreementSteps.tsx'
import { useAsked } from './asked.ts'
import { type Draft, namesOf } from './draftForm.ts'
import { changeDraft, toSign, useDraft } from './draft.ts'
import { healthOf } from './childFields.ts'
import { useProblemAt } from './FlowPage.tsx'
import { OwnFamilyFields } from './OwnFields.tsx'
import type { FamilyStep } from './problems.ts'

type Mark = 'missing' | 'old' | null
type PartProps = { icon: LucideIcon; step: FamilyStep; title: string; mark: Mark; children: ReactNode }

/** One part of what the school knows: its text, whether it needs checking, and a link to change it. */
const Part = ({ icon: Icon, step, title, mark, children }: PartProps) => {
  const t = useTranslations('claiming.check')
  return (
    <li className="flex gap-3 border-b border-line py-4 last:border-0">
      <span aria-hidden className="mt-0.5 grid size-9 shrink-0 place-items-center rounded-md bg-primary-soft">
        <Icon size={18} className="text-primary-ink" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="-mt-2 flex items-start justify-between gap-x-3">
          <h2 className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 pb-1 text-base font-semibold">
            {title}
            {mark !== null && <Badge tone={mark === 'missing' ? 'bad' : 'warn'}>{t(`mark.${mark}`)}</Badge>}
          </h2>
          <Link
            to="/registration"
            search={{ step }}
            className={`-me-1 inline-flex min-h-11 shrink-0 items-center px-1 text-sm ${textLink}`}
          >
            {t('change')}
            <span className="sr-only"> {title}</span>
          </Link>
        </div>
        <div className="grid gap-1">{children}</div>
      </div>
    </li>
  )
}

const Second = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm break-words text-ink-2">{children}</span>
)

/** The medical cards of all children, confirmed with one tap. */
const Health = ({ draft }: { draft: Draft }) => {
  const t = useTranslations('claiming.check')
  const known = draft.children.filter(({ studentId }) => studentId !== null)
  // A child who is new in the family is asked on a page of its own.
  const at = draft.children.findIndex(({ studentId, healthSaid }) => studentId !== null && !healthSaid)
  const error = useProblemAt(`children.${Math.max(0, at)}.health`)
  if (known.length === 0) return null
  return (
    <Field id={`children.${Math.max(0, at)}.health`} group hideLabel label={t('health')} error={error}>
      <div className="mt-1 rounded-lg bg-marigold-soft px-3 text-marigold-ink">
        <Checkbox
          label={t('healthRight', { n: known.length })}
          checked={known.every(({ healthSaid }) => healthSaid)}
          onChange={event => {
            const healthSaid = event.target.checked
            changeDraft(each => ({
              ...each,
              children: each.children.map(child => (child.studentId === null ? child : { ...child, healthSaid })),
            }))
          }}
        />
      </div>
    </Field>
  )
}

/** Everything that the school knows of a returning family, on one page: correct entries need no tap. */
export const CheckStep = ({ draft, checkedAt }: { draft: Draft; checkedAt: string | null }) => {
  const t = useTranslations('claiming.check')
  const register = useTranslations('register')
  const format = useFormat()
  const text = useFieldText()
  const ownValue = useFieldValue()
  const today = useSchool()?.today ?? ''
  const { fields, policies } = useAsked()
  const isOld = checkedAt === null || checkedAt.slice(0, 10) < daysAfter(today, -365)
  const mark = (isMissing: boolean): Mark => (isMissing ? 'missing' : isOld ? 'old' : null)
  const me = draft.guardians.find(({ isMe }) => isMe)
  const others = draft.guardians.filter(({ isMe }) => !isMe)
  const unanswered = (about: 'student' | 'household', answers: Draft['answers']) =>
    fields.some(field => field.about === about && field.isRequired && !answers[field.id]?.length)
  const signing = toSign(policies)
  const keepsContacts = useDraft()?.known?.isWhole !== false
  const given = fields.filter(({ about, id }) => about === 'household' && draft.answers[id]?.length)
  return (
    <>
      <ul className="rounded-xl border border-line bg-surface px-4 shadow-1 sm:px-5">
        <Part
          icon={House}
          step="you"
          title={t('you')}
          mark={mark(!me?.name.trim() || me.relationship === '' || unanswered('household', draft.answers))}
        >
          {me && <Named names={namesOf(me)} />}
          <Second>{me?.phone.trim() || t('noPhone')}</Second>
          <Second>{draft.address.trim() || t('noAddress')}</Second>
          {given.map(field => (
            <Second key={field.id}>
              {text(field).label}: {ownValue(field, draft.answers[field.id] ?? null)}
            </Second>
          ))}
        </Part>
        <Part
          icon={UsersRound}
          step="guardians"
          title={t('guardians')}
          mark={mark(others.some(({ name, relationship }) => !name.trim() || relationship === ''))}
        >
          {others.length === 0 && <span className="text-ink-2">{t('nobodyElse')}</span>}
          {others.map(guardian => (
            <span key={guardian.key}>
              <Named names={namesOf(guardian)} />
              <Second>
                {[guardian.relationship && register(`relationship.${guardian.relationship}`), guardian.phone]
                  .filter(Boolean)
                  .join(' · ')}
              </Second>
            </span>
          ))}
        </Part>
        <Part
          icon={GraduationCap}
          step="children"
          title={t('children')}
          mark={mark(
            draft.children.some(
              child => !child.name.trim() || !isDay(child.birthOn) || unanswered('student', child.answers),
            ),
          )}
        >
          {draft.children.map(child => (
            <span key={child.key}>
              <Named names={namesOf(child)} />
              <Second>
                {[
                  isDay(child.birthOn) ? t('born', { day: format.day(child.birthOn, 'short') }) : t('noBirthday'),
                  child.grade.trim() && t('grade', { grade: child.grade }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Second>
            </span>
          ))}
        </Part>
        <Part
          icon={HeartPulse}
          step="health"
          title={t('health')}
          mark={mark(
            draft.children.some(child => child.studentId === null && !child.healthSaid && healthOf(child).length === 0),
          )}
        >
          {draft.children.map(child => (
            <span key={child.key}>
              <Named names={namesOf(child)} />
              <Second>{healthOf(child).join('; ') || t('healthy')}</Second>
            </span>
          ))}
          <Health draft={draft} />
        </Part>
        <Part
          icon={PhoneCall}
          step="contacts"
          title={t('contacts')}
          mark={mark(keepsContacts && !draft.contacts.some(({ name, phone }) => name.trim() && phone.trim()))}
        >
          {draft.contacts.length === 0 && <span className="text-ink-2">{register('contactsMissing')}</span>}
          {draft.contacts.map(({ key, name, phone, relationship, mayPickUp }) =>
            name.trim() === '' ? (
              <span key={key} className="text-ink-2">
                {t('noContact')}
              </span>
            ) : (
              <span key={key}>
                {name}
                <Second>{[relationship, phone, mayPickUp && register('mayPickUp')].filter(Boolean).join(' · ')}</Second>
              </span>
            ),
          )}
        </Part>
        <Part icon={PenLine} step="consents" title={t('consents')} mark={null}>
          <span className="text-ink-2">
            {signing.length === 0 ? t('allSigned') : t('toSign', { n: signing.length })}
          </span>
        </Part>
      </ul>
      <OwnFamilyFields draft={draft} only="registration" />
      {signing.length > 0 && (
        <section className="grid gap-6" aria-labelledby="check-sign">
          <h2 id="check-sign" className="text-xl">
            {t('signTitle')}
          </h2>
          <Signing draft={draft} policies={signing} />
        </section>
      )}
    </>
  )
}
