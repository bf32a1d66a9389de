import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Audience, AudiencePart } from '#contract/communication/messages.audience.ts'
import { partKey } from '#contract/communication/messages.notices.plain.ts'
import { useMay } from '#web/session/may.ts'
import { type TwoNames, useNames } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import {
  identify,
  type PartNames,
  useAudienceChoices,
  usePartText,
} from '#web/communication/messages/shared/audienceText.ts'
import { BarredAmongReaders, BarredReaders } from '#web/communication/messages/shared/BarredReaders.tsx'
import { PeopleFinder } from '#web/communication/messages/shared/PeopleFinder.tsx'
import { ReachLine, type useReach } from '#web/communication/messages/shared/Reach.tsx'

const quick: readonly AudiencePart[] = [
  { kind: 'everyone' },
  { kind: 'role', role: 'parent' },
  { kind: 'role', role: 'teacher' },
  { kind: 'role', role: 'admin' },
  { kind: 'unpaid' },
]

const familyOf = (householdId: string): AudiencePart => ({ kind: 'household', householdId })

type AudienceBuilderProps = {
  label: string
  value: Audience
  onChange: (audience: Audience) => void
  /** The names of parts that were chosen earlier. */
  names: PartNames
  reach: ReturnType<typeof useReach>
  /** Limits the audience to the caller's own classes and their families. */
  limited: boolean
  /** True if single families and people may be chosen. */
  people: boolean
  field: { id: string; error: string | undefined }
}

/** Chooses an audience, part by part, and shows its size. */
export const AudienceBuilder = ({
  label,
  value,
  onChange,
  names,
  reach,
  limited,
  people,
  field,
}: AudienceBuilderProps) => {
  const t = useTranslations('audience')
  const nameOf = useNames()
  const [picked, setPicked] = useState<PartNames>(new Map())
  const { sections, programmes, levels, known } = useAudienceChoices(new Map([...names, ...picked]))
  const text = usePartText(known)
  const chosen = new Set(value.map(identify))
  const add = (part: AudiencePart) => {
    if (!chosen.has(identify(part))) onChange([...value, part])
  }
  const may = useMay()
  const left = quick.filter(
    part => !chosen.has(identify(part)) && (part.kind !== 'unpaid' || may('payments-households') === true),
  )
  const free = sections.filter(({ id }) => !chosen.has(identify({ kind: 'class', sectionId: id })))
  return (
    <Field group label={label} {...field}>
      <div className="grid gap-3">
        {value.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label={label}>
            {value.map(part => (
              <li key={identify(part)}>
                <button
                  type="button"
                  aria-label={t('remove', { name: text(part) })}
                  onClick={() => onChange(value.filter(each => identify(each) !== identify(part)))}
                  className="inline-flex min-h-control-small items-center gap-1.5 rounded-full bg-primary-soft ps-3.5 pe-2.5 text-sm font-semibold text-primary-ink hover:bg-sunken"
                >
                  {text(part)}
                  <X size={16} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <ReachLine audience={value} reach={reach} parts={value.map(text)} empty={t(limited ? 'emptyClass' : 'empty')} />
        {reach.data && <BarredAmongReaders {...reach.data.barredAmong} />}
        <BarredReaders
          barred={reach.data?.barred.filter(({ householdId }) => chosen.has(identify(familyOf(householdId)))) ?? []}
          onOthers={({ householdId, others }) => {
            const parts = others.map((person): [AudiencePart, TwoNames] => [
              { kind: 'person', personId: person.id },
              person,
            ])
            setPicked(new Map([...picked, ...parts.map(([part, names]) => [partKey(part), names] as const)]))
            const kept = value.filter(each => identify(each) !== identify(familyOf(householdId)))
            onChange([...kept, ...parts.flatMap(([part]) => (chosen.has(identify(part)) ? [] : [part]))])
          }}
        />
        {!limited && left.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {left.map(part => (
              <Button key={identify(part)} size="small" onClick={() => add(part)}>
                + {text(part)}
              </Button>
            ))}
          </div>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            aria-label={t('addClass')}
            value=""
            onChange={event => add({ kind: 'class', sectionId: event.target.value })}
          >
            <option value="">{t('addClass')}</option>
            {free.map(section => (
              <option key={section.id} value={section.id}>
                {nameOf(section).first}
              </option>
            ))}
          </Select>
          {!limited && (
            <Select
              aria-label={t('addLevel')}
              value=""
              onChange={event => {
                const [kind, key = ''] = event.target.value.split(' ')
                add(kind === 'level' ? { kind, level: Number(key) } : { kind: 'programme', programmeId: key })
              }}
            >
              <option value="">{t('addLevel')}</option>
              <optgroup label={t('levels')}>
                {levels.map(level => (
                  <option key={level} value={`level ${level}`}>
                    {t('level', { level: String(level) })}
                  </option>
                ))}
              </optgroup>
              <optgroup label={t('programmes')}>
                {programmes.map(([id, programme]) => (
                  <option key={id} value={`programme ${id}`}>
                    {nameOf(programme).first}
                  </option>
                ))}
              </optgroup>
            </Select>
          )}
        </div>
        {people && (
          <PeopleFinder
            label={t('find')}
            onPick={found => {
              const part: AudiencePart =
                found.kind === 'household'
                  ? { kind: 'household', householdId: found.id }
                  : { kind: 'person', personId: found.id }
              setPicked(new Map([...picked, [partKey(part), found]]))
              add(part)
            }}
          />
        )}
      </div>
    </Field>
  )
}
