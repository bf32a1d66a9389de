import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Audience, AudiencePart } from '#contract/audience.ts'
import type { Section } from '#contract/classes.ts'
import { useReadLater } from '#web/call.ts'
import { useNameText } from '#web/Name.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Select } from '#web/ui/Input.tsx'

const roles = ['parent', 'teacher', 'admin'] as const
const keyOf = (part: AudiencePart): string => JSON.stringify(part)

/** The classes of the terms that are not over. */
const useClasses = (): readonly Section[] =>
  (useReadLater('classes-list', {}).data ?? []).filter(({ status }) =>
    ['published', 'open', 'running'].includes(status),
  )

/** Parts of an audience in the reader's words. */
export const useAudienceText = (): ((part: AudiencePart) => string) => {
  const t = useTranslations('officeEvents')
  const nameText = useNameText()
  const sections = useReadLater('classes-list', {}).data ?? []
  return part => {
    switch (part.kind) {
      case 'everyone':
        return t('everyone')
      case 'role':
        return t(`roles.${part.role}`)
      case 'class': {
        const section = sections.find(({ id }) => id === part.sectionId)
        return section ? nameText(section) : t('aClass')
      }
      case 'level':
        return t('level', { level: String(part.level) })
      default:
        return t(`otherPart.${part.kind}`)
    }
  }
}

/** Everyone, people by role, and the families of classes and levels; says how many people that is. */
export const AudienceChoice = ({ value, onChange }: { value: Audience; onChange: (audience: Audience) => void }) => {
  const t = useTranslations('officeEvents')
  const nameText = useNameText()
  const textOf = useAudienceText()
  const sections = useClasses()
  const reach = useReadLater('events-reach', { audience: value }, { enabled: value.length > 0 })
  const levels = [...new Set(sections.flatMap(({ level }) => (level === null ? [] : [level])))].sort((a, b) => a - b)
  const has = (part: AudiencePart) => value.some(each => keyOf(each) === keyOf(part))
  const add = (part: AudiencePart) => has(part) || onChange([...value, part])
  const remove = (part: AudiencePart) => onChange(value.filter(each => keyOf(each) !== keyOf(part)))
  const isEveryone = has({ kind: 'everyone' })
  const others = value.filter(({ kind }) => kind !== 'everyone' && kind !== 'role')
  return (
    <div className="grid gap-1">
      <Checkbox
        label={t('everyone')}
        checked={isEveryone}
        onChange={event => onChange(event.target.checked ? [{ kind: 'everyone' }] : [])}
      />
      {!isEveryone && (
        <>
          <div className="flex flex-wrap gap-x-6">
            {roles.map(role => {
              const part = { kind: 'role', role } as const
              return (
                <Checkbox
                  key={role}
                  id={`audience-${role}`}
                  label={t(`roles.${role}`)}
                  checked={has(part)}
                  onChange={event => (event.target.checked ? add(part) : remove(part))}
                />
              )
            })}
          </div>
          <div className="grid gap-2 sm:grid-cols-2">
            <Select
              id="audience-class"
              aria-label={t('addClass')}
              value=""
              onChange={event => add({ kind: 'class', sectionId: event.target.value })}
            >
              <option value="">{t('addClass')}</option>
              {sections.map(section => (
                <option key={section.id} value={section.id}>
                  {nameText(section)}
                </option>
              ))}
            </Select>
            {levels.length > 0 && (
              <Select
                id="audience-level"
                aria-label={t('addLevel')}
                value=""
                onChange={event => add({ kind: 'level', level: Number(event.target.value) })}
              >
                <option value="">{t('addLevel')}</option>
                {levels.map(level => (
                  <option key={level} value={level}>
                    {t('level', { level: String(level) })}
                  </option>
                ))}
              </Select>
            )}
          </div>
          {others.length > 0 && (
            <ul className="mt-2 flex flex-wrap gap-2">
              {others.map(part => (
                <li key={keyOf(part)}>
                  <button
                    type="button"
                    onClick={() => remove(part)}
                    aria-label={t('removePart', { name: textOf(part) })}
                    className="inline-flex min-h-9 items-center gap-2 rounded-full bg-plum-soft px-3 text-sm font-medium text-plum-ink"
                  >
                    {textOf(part)}
                    <X size={16} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <p role="status" className="min-h-5 text-sm text-ink-2">
        {value.length > 0 && reach.data && t('reach', { n: reach.data.people })}
      </p>
    </div>
  )
}
