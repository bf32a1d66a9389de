import { useTranslations } from 'use-intl'
import type { RecordChange, RecordField } from '#contract/confirmations.ts'
import { relationships } from '#contract/plain/familyRecord.ts'
import { useReadLater } from '#web/call.ts'
import { Later } from '#web/Later.tsx'
import { ButtonLink } from '#web/link.tsx'
import { Named } from '#web/Name.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/useFormat.ts'

const tones: Record<RecordChange['act'], Tone> = { changed: 'info', added: 'good', removed: 'warn' }

/** A fact as text, in the reader's words. */
const useSaid = (): ((field: RecordField, value: string | null) => string) => {
  const t = useTranslations('confirmations')
  const relationship = useTranslations('record.relationships')
  const photo = useTranslations('officeWords.photo')
  const format = useFormat()
  return (field, value) => {
    if (value === null || value === '') return t('blank')
    if (field === 'birthOn' || field === 'toDay') return format.day(value)
    if (value === 'yes' || value === 'no' || value === 'allow' || value === 'deny') return t(value)
    if (field === 'photo' && photo.has(value as 'none')) return photo(value as 'none')
    const known = field === 'relationship' && relationships.find(each => each === value)
    return known ? relationship(known) : value
  }
}

const Change = ({ change }: { change: RecordChange }) => {
  const t = useTranslations('confirmations')
  const said = useSaid()
  return (
    <section className="border-b border-line py-3 first:pt-0 last:border-0">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <Named of={change} />
        <span className="text-sm font-normal text-ink-2">{t(`part.${change.part}`)}</span>
        <Badge tone={tones[change.act]}>{t(`act.${change.act}`)}</Badge>
      </h3>
      {change.act !== 'removed' && (
        <table className="mt-1 w-full table-fixed text-start text-sm">
          <thead>
            <tr className="text-xs text-ink-2">
              <th scope="col" className="w-1/4 py-1 pe-3 text-start font-medium">
                {t('what')}
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
            {change.facts.map(({ field, before, after }) => (
              <tr key={field} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 pe-3 text-start font-normal text-ink-2">
                  {t(`field.${field}`)}
                </th>
                <td className="py-1.5 pe-3 wrap-anywhere">
                  <del className="text-danger-ink decoration-danger-ink">{said(field, before)}</del>
                </td>
                <td className="py-1.5 font-semibold wrap-anywhere">
                  <ins className="rounded-sm bg-primary-soft px-1 text-primary-ink no-underline">
                    {said(field, after)}
                  </ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type PanelProps = { roundId: string; householdId: string; onClose: () => void }

/** What a family changed in a round, beside the list. */
export const RecordDiffPanel = ({ roundId, householdId, onClose }: PanelProps) => {
  const t = useTranslations('confirmations')
  const found = useReadLater('confirmations-get', { roundId, householdId })
  return (
    <SidePanel
      open
      onClose={onClose}
      title={found.data?.household ?? t('diffSince')}
      description={t('diffSince')}
      actions={
        <ButtonLink to="/adminparent" search={{ id: householdId }} variant="primary">
          {t('toFamily')}
        </ButtonLink>
      }
    >
      <Later of={found}>
        {({ changes, confirmedAt }) => (
          <>
            {confirmedAt === null && <Notice className="mb-4">{t('unconfirmed')}</Notice>}
            {changes.length === 0 && <p className="text-sm text-ink-2">{t('same')}</p>}
            {changes.map(change => (
              <Change key={`${change.part} ${change.id}`} change={change} />
            ))}
          </>
        )}
      </Later>
    </SidePanel>
  )
}
