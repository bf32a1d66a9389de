import { useTranslations } from 'use-intl'
import type { ChangeRequest, ChangeValues } from '#contract/familyRecord.ts'
import { relationships } from '#contract/plain/familyRecord.ts'
import { useFirstName } from '#web/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/useFormat.ts'

const order = ['name', 'nativeName', 'birthOn', 'relationship', 'hasDataAccess', 'mayPickUp', 'email', 'phone'] as const
type FieldName = (typeof order)[number]

/** What a request is about, in one line. */
export const useChangeTitle = (): ((request: ChangeRequest) => string) => {
  const t = useTranslations('record.ask')
  const firstName = useFirstName()
  return ({ kind, subject, after }) => {
    const asked = { name: String(after['name'] ?? ''), nativeName: String(after['nativeName'] ?? '') }
    return t(`kinds.${kind}`, { name: firstName(subject ?? asked) })
  }
}

/** How a record stands and what was asked for, field by field; what changes is marked by more than colour. */
export const ChangeDiff = ({ request }: { request: ChangeRequest }) => {
  const t = useTranslations('record.diff')
  const relationship = useTranslations('record.relationships')
  const format = useFormat()
  const said = (values: ChangeValues, field: FieldName): string => {
    const value = values[field]
    if (value === undefined || value === '' || (value === null && field === 'birthOn')) return t('empty')
    if (value === null) return t('mixed')
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (field === 'birthOn') return format.day(value)
    const known = field === 'relationship' && relationships.find(each => each === value)
    return known ? relationship(known) : value
  }
  const { before, after } = request
  // A new guardian's empty fields say nothing.
  const fields = order.filter(field => field in before || (after[field] ?? '') !== '')
  return (
    <table className="w-full text-start text-sm">
      <thead>
        <tr className="text-xs text-ink-2">
          <th scope="col" className="py-1 pe-3 text-start font-medium">
            {t('field')}
          </th>
          <th scope="col" className="py-1 pe-3 text-start font-medium">
            {t('before')}
          </th>
          <th scope="col" className="py-1 text-start font-medium">
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(field => {
          const isChanged = before[field] !== after[field]
          return (
            <tr key={field} className="border-t border-line align-top">
              <th scope="row" className="py-1.5 pe-3 text-start font-normal text-ink-2">
                {t(`fields.${field}`)}
              </th>
              <td className="py-1.5 pe-3 wrap-anywhere">
                {isChanged && field in before ? (
                  <del className="text-danger-ink decoration-danger-ink">{said(before, field)}</del>
                ) : (
                  field in before && said(before, field)
                )}
              </td>
              <td className={classes('py-1.5 wrap-anywhere', isChanged && 'font-semibold')}>
                {isChanged && field in after ? (
                  <ins className="rounded-sm bg-primary-soft px-1 text-primary-ink no-underline">
                    {said(after, field)}
                  </ins>
                ) : (
                  field in after && said(after, field)
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
