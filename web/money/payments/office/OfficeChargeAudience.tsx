import { useTranslations } from 'use-intl'
import type { ChargeAudience } from '#contract/money/payments.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Checkbox, RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'

/** The audience of a charge, as far as it has been chosen. */
export type AudienceDraft = {
  kind: ChargeAudience['kind']
  termId: string
  programmeId: string
  sectionIds: readonly string[]
  householdIds: readonly string[]
}

/** Returns the chosen audience, or null while something is missing. */
export const audienceOf = (draft: AudienceDraft): ChargeAudience | null => {
  switch (draft.kind) {
    case 'sections':
      return draft.sectionIds.length > 0 ? { kind: 'sections', sectionIds: [...draft.sectionIds] } : null
    case 'programme':
      return draft.programmeId && draft.termId
        ? { kind: 'programme', programmeId: draft.programmeId, termId: draft.termId }
        : null
    case 'term':
      return draft.termId ? { kind: 'term', termId: draft.termId } : null
    case 'households':
      return draft.householdIds.length > 0 ? { kind: 'households', householdIds: [...draft.householdIds] } : null
  }
}

type Props = { draft: AudienceDraft; onChange: (draft: AudienceDraft) => void }

const Classes = ({ draft, onChange }: Props) => {
  const t = useTranslations('payments.charge')
  const sections = useReadLater('classes-list', { termId: draft.termId }, { enabled: draft.termId !== '' }).data ?? []
  const toggle = (id: string) =>
    onChange({
      ...draft,
      sectionIds: draft.sectionIds.includes(id)
        ? draft.sectionIds.filter(each => each !== id)
        : [...draft.sectionIds, id],
    })
  return (
    <Field
      group
      id="sections"
      label={t('classes')}
      {...(draft.sectionIds.length > 0 && { hint: t('chosen', { n: draft.sectionIds.length }) })}
    >
      <div
        tabIndex={0}
        role="group"
        aria-label={t('classes')}
        className="grid max-h-56 overflow-y-auto rounded-md border border-line px-3 sm:grid-cols-2 sm:gap-x-3"
      >
        {sections
          .filter(({ enrolled }) => enrolled > 0)
          .map(section => (
            <Checkbox
              key={section.id}
              checked={draft.sectionIds.includes(section.id)}
              onChange={() => toggle(section.id)}
              label={
                <>
                  <Name {...section} /> <span className="text-ink-2 tabular-nums">({section.enrolled})</span>
                </>
              }
            />
          ))}
      </div>
    </Field>
  )
}

/** The choice of audience: classes, a programme, a term, or the families selected before. */
export const OfficeChargeAudience = ({ draft, onChange }: Props) => {
  const t = useTranslations('payments.charge')
  const nameText = useNameText()
  const terms = useReadLater('terms-list', {}).data ?? []
  const parts = useReadLater('classes-parts', {}, { enabled: draft.kind === 'programme' }).data
  const kinds = (['sections', 'programme', 'term', 'households'] as const).filter(
    kind => kind !== 'households' || draft.householdIds.length > 0,
  )
  return (
    <>
      <Field group label={t('who')}>
        <RadioGroup
          value={draft.kind}
          onChange={kind => onChange({ ...draft, kind })}
          options={kinds.map(value => ({
            value,
            label: t(`audience.${value}`),
            ...(value === 'households' && { hint: t('families', { n: draft.householdIds.length }) }),
          }))}
        />
      </Field>
      {draft.kind !== 'households' && (
        <Field label={t('term')}>
          <Select
            value={draft.termId}
            onChange={event => onChange({ ...draft, termId: event.target.value, sectionIds: [] })}
          >
            <option value="">{t('chooseTerm')}</option>
            {terms.map(term => (
              <option key={term.id} value={term.id}>
                {nameText(term)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {draft.kind === 'programme' && (
        <Field label={t('programme')}>
          <Select value={draft.programmeId} onChange={event => onChange({ ...draft, programmeId: event.target.value })}>
            <option value="">{t('chooseProgramme')}</option>
            {parts?.programmes.map(programme => (
              <option key={programme.id} value={programme.id}>
                {nameText(programme)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {draft.kind === 'sections' && draft.termId !== '' && <Classes draft={draft} onChange={onChange} />}
    </>
  )
}
