import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { FoundPerson } from '#contract/access/users.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { SearchInput } from '#web/ui/Input.tsx'
import { Avatar, Badge } from '#web/ui/Marks.tsx'

const records = {
  student: '/adminstudent',
  guardian: '/adminparent',
  teacher: '/adminteacher',
  user: '/adminuser',
} as const

const pauseMs = 150

/** What was typed, once one has paused. */
const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** One box for everybody whom the school knows; what is chosen opens in its list. */
export const FindPeople = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('shell')
  const findText = useTranslations('tables.find')
  const firstName = useFirstName()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const search = usePaused(text.trim())
  const found = useReadLater('users-search', { search }, { enabled: search !== '' })
  const people = search === '' ? [] : (found.data ?? [])
  const marked = Math.min(at, people.length - 1)
  const open = (person: FoundPerson) => {
    onClose()
    void navigate({
      to: records[person.kind],
      search: { id: person.id, ...(person.isArchived && person.kind !== 'user' && { view: 'archived' }) },
    })
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && people.length > 0) {
      event.preventDefault()
      const next = (marked + step + people.length) % people.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && people[marked]) {
      event.preventDefault()
      open(people[marked])
    } else if (event.key === 'Escape') {
      // Of a search box the browser would only empty it.
      event.preventDefault()
      onClose()
    }
  }
  return (
    <div className="flex max-h-[inherit] flex-col" role="search">
      <div className="border-b border-line p-3">
        <SearchInput
          label={t('findPeople')}
          placeholder={findText('hint')}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-expanded={people.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={people.length > 0 ? `${id}-${marked}` : undefined}
          value={text}
          onChange={event => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <p role="status" className="sr-only">
        {search !== '' && found.data && findText('count', { n: people.length })}
      </p>
      <div className={classes('min-h-0 overflow-y-auto p-2', found.isPlaceholderData && 'opacity-60')}>
        <Failure error={found.error} again={() => void found.refetch()} />
        <div role="listbox" id={`${id}-list`} aria-label={t('findPeople')} className="grid">
          {people.map((person, index) => (
            <button
              type="button"
              // The keyboard stays in the box above.
              tabIndex={-1}
              key={`${person.kind} ${person.id} ${person.personId}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === marked}
              onPointerMove={() => setAt(index)}
              onClick={() => open(person)}
              className={classes(
                'flex min-h-13 items-center gap-3 rounded-md px-3 py-1.5 text-start',
                index === marked && 'bg-sunken',
              )}
            >
              <Avatar name={firstName(person)} id={person.personId} size="small" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">
                  <Name {...person} />
                </span>
                <span className="block truncate text-sm text-ink-2">{person.hint}</span>
              </span>
              {person.isArchived && <span className="text-sm text-ink-2">{findText('archived')}</span>}
              <Badge tone="neutral">{findText(`kinds.${person.kind}`)}</Badge>
            </button>
          ))}
        </div>
        {people.length === 0 && found.error === null && (
          <p className="px-3 py-6 text-center text-ink-2">
            {search === ''
              ? findText('begin')
              : found.data && !found.isPlaceholderData && findText('nothing', { search })}
          </p>
        )}
      </div>
    </div>
  )
}
