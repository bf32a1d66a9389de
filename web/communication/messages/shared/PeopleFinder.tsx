import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Named } from '#web/words/Name.tsx'
import { useOwnText } from '#web/words/ownText.ts'
import { SearchInput } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

export type Found = Output<'messages-find'>[number]

type PeopleFinderProps = { label: string; only?: Found['kind']; onPick: (found: Found) => void }

/** Finds families and people by name, and passes the chosen one to `onPick`. */
export const PeopleFinder = ({ label, only, onPick }: PeopleFinderProps) => {
  const t = useTranslations('audience')
  const format = useFormat()
  const own = useOwnText()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useReadLater('messages-find', { search }, { enabled: search.length > 1 })
  const list = search.length > 1 ? found.data?.filter(({ kind }) => !only || kind === only) : undefined
  return (
    <div className="grid gap-2">
      <SearchInput
        label={label}
        placeholder={label}
        value={typed}
        autoComplete="off"
        onChange={event => setTyped(event.target.value)}
      />
      <Failure error={found.error} again={() => void found.refetch()} />
      {list && (
        <div role="status" className="sr-only">
          {list.length === 0 ? t('nobody', { search }) : format.labelled(t('found'), format.number(list.length))}
        </div>
      )}
      {list?.length === 0 && !found.isPlaceholderData && (
        <p className="text-sm text-ink-2">{t('nobody', { search })}</p>
      )}
      {list && list.length > 0 && (
        <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {list.map(each => (
            <li key={each.id}>
              <button
                type="button"
                onClick={() => {
                  onPick(each)
                  setTyped('')
                }}
                className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-start -outline-offset-2 hover:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-sm font-semibold">
                    <Named names={each} />
                  </span>
                  <span className="block truncate text-xs text-ink-2">{own(each.hint, each.hintNative)}</span>
                </span>
                {!only && <Badge>{t(each.kind)}</Badge>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
