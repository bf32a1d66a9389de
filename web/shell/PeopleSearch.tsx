import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { FoundPerson } from '#contract/users.ts'
import { useReadLater } from '#web/call.ts'
import { Failure } from '#web/Later.tsx'
import { useMay } from '#web/may.ts'
import { Name, useFirstName } from '#web/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Modal } from '#web/ui/Dialog.tsx'
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
const FindPeople = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('shell')
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
          placeholder={t('findHint')}
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
        {search !== '' && found.data && t('findCount', { n: people.length })}
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
              {person.isArchived && <span className="text-sm text-ink-2">{t('findArchived')}</span>}
              <Badge tone="neutral">{t(`findKinds.${person.kind}`)}</Badge>
            </button>
          ))}
        </div>
        {people.length === 0 && found.error === null && (
          <p className="px-3 py-6 text-center text-ink-2">
            {search === '' ? t('findBegin') : found.data && !found.isPlaceholderData && t('findNothing', { search })}
          </p>
        )}
      </div>
    </div>
  )
}

/**
 * Finds people from everywhere in the office: by its button, by Ctrl or ⌘ and K, and by `/` where the screen has no
 * search of its own.
 */
export const PeopleSearch = ({ board = false }: { board?: boolean }) => {
  const t = useTranslations('shell')
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const isAllowed = may('users-search') === true
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isAllowed) return
    const press = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k'
      const isSlash =
        event.key === '/' &&
        !(event.ctrlKey || event.metaKey || event.altKey) &&
        !target.closest('input, textarea, select, dialog') &&
        document.querySelector('[aria-keyshortcuts="/"]') === null
      // A dialog that is open has to be finished first; of two frames one is hidden.
      if ((!isCommand && !isSlash) || document.querySelector('dialog:modal') || !button.current?.checkVisibility())
        return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isAllowed])
  if (!isAllowed) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={t('findPeople')}
        title={`${t('findPeople')} (Ctrl K)`}
        className={
          board
            ? 'grid size-11 place-items-center rounded-md text-on-board hover:bg-board-2'
            : 'inline-flex min-h-control items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-ui text-ink-2 hover:border-ink-2'
        }
      >
        <Search size={18} aria-hidden />
        {!board && (
          <>
            <span className="w-44 text-start">{t('findPeople')}</span>
            <kbd className="rounded-sm border border-line px-1.5 text-xs">Ctrl K</kbd>
          </>
        )}
      </button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        label={t('findPeople')}
        className="enter inset-x-0 top-0 bottom-auto m-0 max-h-[92dvh] w-full max-w-none rounded-b-xl sm:mx-auto sm:mt-[10dvh] sm:max-h-[70dvh] sm:w-[36rem] sm:rounded-xl"
      >
        {isOpen && <FindPeople onClose={() => setOpen(false)} />}
      </Modal>
    </>
  )
}
