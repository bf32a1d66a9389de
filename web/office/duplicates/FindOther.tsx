import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DuplicateKind } from '#contract/office/duplicates.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { Side } from '#web/office/duplicates/sides.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SearchInput } from '#web/ui/Input.tsx'

type FindOtherProps = { kind: DuplicateKind; keepId: string; onChoose: (dropId: string) => void }

/** Finds the other record to compare with a chosen one. */
export const FindOther = ({ kind, keepId, onChoose }: FindOtherProps) => {
  const t = useTranslations('duplicates')
  const nameText = useNameText()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const isAsked = search.length >= 2
  const found = useReadLater('duplicates-find', { of: kind, search, besides: keepId }, { enabled: isAsked })
  return (
    <div className="grid gap-4">
      <SearchInput
        label={t('find.search')}
        placeholder={t('find.search')}
        value={text}
        onChange={event => setText(event.target.value)}
        className="w-full sm:w-96"
      />
      <Failure error={found.error} again={() => void found.refetch()} />
      {!isAsked && <p className="text-sm text-ink-2">{t('find.hint')}</p>}
      {isAsked && found.data?.length === 0 && <p className="text-sm text-ink-2">{t('find.none')}</p>}
      {isAsked && (
        <ul className="grid gap-3">
          {found.data?.map(side => (
            <li
              key={side.id}
              className="flex flex-wrap items-start justify-between gap-3 rounded-lg border border-line bg-surface p-4"
            >
              <Side side={side} />
              <Button
                size="small"
                aria-label={t('find.choose', { name: nameText(side) })}
                onClick={() => onChoose(side.id)}
              >
                {t('compare')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
