import { useTranslations } from 'use-intl'
import type { ChangeRequest, ChangeValues } from '#contract/people/parents.record.ts'
import { relationships } from '#contract/people/students.plain.ts'
import { DiffTable } from '#web/records/DiffTable.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const order = ['name', 'nativeName', 'birthOn', 'relationship', 'hasDataAccess', 'mayPickUp', 'email', 'phone'] as const
type FieldName = (typeof order)[number]

/** Returns a function that says in one line what a request is about. */
export const useChangeTitle = (): ((request: ChangeRequest) => string) => {
  const t = useTranslations('record.ask')
  const firstName = useFirstName()
  return ({ kind, subject, after }) => {
    const asked = { name: String(after['name'] ?? ''), nativeName: String(after['nativeName'] ?? '') }
    return t(`kinds.${kind}`, { name: firstName(subject ?? asked) })
  }
}

/** The record and the requested change, field by field; what changes is marked by more than color. */
export const ChangeDiff = ({ request }: { request: ChangeRequest }) => {
  const t = useTranslations('record.diff')
  const names = useTranslations('personFields')
  const relationship = useTranslations('record.relationships')
  const format = useFormat()
  const valueText = (values: ChangeValues, field: FieldName): string => {
    const value = values[field]
    if (value === undefined || value === '' || (value === null && field === 'birthOn')) return t('empty')
    if (value === null) return t('mixed')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (field === 'birthOn') return format.day(value)
    const known = field === 'relationship' && relationships.find(each => each === value)
    return known ? relationship(known) : value
  }
  const { before, after } = request
  // Omit a new guardian's empty fields.
  const fields = order.filter(field => field in before || (after[field] ?? '') !== '')
  return (
    <DiffTable
      heads={{ field: t('field'), before: t('before'), after: t('after') }}
      rows={fields.map(field => ({
        key: field,
        label: names(field),
        before: field in before ? valueText(before, field) : null,
        after: field in after ? valueText(after, field) : null,
        isChanged: before[field] !== after[field],
      }))}
    />
  )
}
