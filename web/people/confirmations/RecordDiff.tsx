import { useTranslations } from 'use-intl'
import type { RecordChange, RecordField } from '#contract/people/confirmations.ts'
import { relationships } from '#contract/people/students.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { DiffTable } from '#web/records/DiffTable.tsx'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { Named, useFamilyName } from '#web/words/Name.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const tones: Record<RecordChange['act'], Tone> = { changed: 'info', added: 'good', removed: 'warn' }

/** Returns a function that formats a value of a record for the reader. */
const useValueText = (): ((field: RecordField, value: string | null) => string) => {
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
  const names = useTranslations('personFields')
  const valueText = useValueText()
  return (
    <section className="border-b border-line py-3 first:pt-0 last:border-0">
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        <Named names={change} />
        <span className="text-sm font-normal text-ink-2">{t(`part.${change.part}`)}</span>
        <Badge tone={tones[change.act]}>{t(`act.${change.act}`)}</Badge>
      </h3>
      {change.act !== 'removed' && (
        <DiffTable
          className="mt-1 table-fixed"
          heads={{ field: t('what'), before: t('before'), after: t('after') }}
          rows={change.facts.map(({ field, before, after }) => ({
            key: field,
            label: names(field),
            before: valueText(field, before),
            after: valueText(field, after),
            isChanged: true,
          }))}
        />
      )}
    </section>
  )
}

type PanelProps = { roundId: string; householdId: string; onClose: () => void }

/** The changes that a family made in a round, beside the list. */
export const RecordDiffPanel = ({ roundId, householdId, onClose }: PanelProps) => {
  const t = useTranslations('confirmations')
  const familyName = useFamilyName()
  const found = useReadLater('confirmations-get', { roundId, householdId })
  return (
    <SidePanel
      open
      onClose={onClose}
      title={found.data ? familyName(found.data) : t('diffSince')}
      description={t('diffSince')}
      actions={
        <ButtonLink to="/adminparent" search={{ id: householdId }} variant="primary">
          {t('toFamily')}
        </ButtonLink>
      }
    >
      <Later read={found}>
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
