import { useTranslations } from 'use-intl'
import type { BarredAmong, BarredReader } from '#contract/communication/messages.notices.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'

type Props = {
  barred: readonly BarredReader[]
  /** Replaces a family by those of its people who may see all of its children. */
  onOthers: (of: Pick<BarredReader, 'householdId' | 'others'>) => void
}

/** Says how many guardians, or which, would read a notice to many families although they are barred from one of the children. */
export const BarredAmongReaders = ({ people, named }: BarredAmong) => {
  const t = useTranslations('audience.barred')
  const first = useFirstName()
  const format = useFormat()
  if (people === 0) return null
  return (
    <Notice tone="warn">
      {named.length === 0 && <p>{t('many', { n: people })}</p>}
      {named.map(reader => (
        <p key={reader.id}>{t('text', { name: first(reader), children: format.list(reader.children.map(first)) })}</p>
      ))}
      <p>{t('advice')}</p>
    </Notice>
  )
}

/** Says which guardians would read a notice to a family although they are barred from one of its children. */
export const BarredReaders = ({ barred, onOthers }: Props) => {
  const t = useTranslations('audience.barred')
  const first = useFirstName()
  const format = useFormat()
  return [...Map.groupBy(barred, ({ householdId }) => householdId)].map(([householdId, readers]) => {
    const others = readers[0]?.others ?? []
    return (
      <Notice
        key={householdId}
        tone="warn"
        action={
          others.length > 0 && (
            <Button size="small" onClick={() => onOthers({ householdId, others })}>
              {t('others', { names: format.list(others.map(first)) })}
            </Button>
          )
        }
      >
        {readers.map(reader => (
          <p key={reader.id}>{t('text', { name: first(reader), children: format.list(reader.children.map(first)) })}</p>
        ))}
      </Notice>
    )
  })
}
