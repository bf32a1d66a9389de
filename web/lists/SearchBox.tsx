import { useEffect, useRef } from 'react'
import { SearchInput } from '#web/ui/Input.tsx'
import type { useUrlSearch } from '#web/routing/urlState.ts'

type SearchBoxProps = { search: ReturnType<typeof useUrlSearch>; label: string; name?: string; className?: string }

/**
 * The search box of a list. The key `/` focuses it from anywhere on the screen, and the down arrow leads from it to the
 * first row.
 */
export const SearchBox = ({ search, label, name, className = 'w-full sm:w-72' }: SearchBoxProps) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (target.closest('input, textarea, select, dialog')) return
      event.preventDefault()
      box.current?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <SearchInput
      ref={box}
      label={label}
      name={name}
      placeholder={label}
      aria-keyshortcuts="/"
      value={search.text}
      onChange={event => search.type(event.target.value)}
      onKeyDown={event => {
        const first = event.key === 'ArrowDown' && document.querySelector<HTMLElement>('table [data-row]')
        if (!first) return
        event.preventDefault()
        first.focus()
      }}
      className={className}
    />
  )
}
