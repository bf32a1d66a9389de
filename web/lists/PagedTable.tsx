import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { TableProps } from '#web/ui/tableProps.ts'
import { useFormat } from '#web/words/useFormat.ts'

type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'total'> & {
  /** The value that `usePages` returned. */
  pages: {
    rows: Row[] | undefined
    total: number | undefined
    next: string | null
    more: () => void
    isMorePending: boolean
    isOld: boolean
    error: unknown
    again: () => void
  }
}

const KeyboardHelp = withPage(() => import('#web/lists/KeyboardHelp.tsx').then(module => module.KeyboardHelp))

/** Opens the list's keyboard help on `?` from anywhere on the screen except text inputs. */
const useHelp = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (target.closest('input:not([type=checkbox]), textarea, select, dialog')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { isOpen, close: () => setOpen(false) }
}

/** The distance from the end of the list at which the next page is loaded. */
const ahead = '800px 0px'

/** Loads the next page when the person scrolls towards it. The button remains for keyboards, and after a failure. */
const useGoingOn = ({ next, more, isMorePending, isOld, error }: PagedTableProps<unknown>['pages']) => {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(more)
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    latest.current = more
  }, [more])
  const mayGoOn = isScrolled && next !== null && !isMorePending && !isOld && error === null
  useEffect(() => {
    const scrolled = () => setScrolled(true)
    addEventListener('scroll', scrolled, { once: true, passive: true })
    return () => removeEventListener('scroll', scrolled)
  }, [])
  useEffect(() => {
    const element = end.current
    if (!element || !mayGoOn) return
    const observer = new IntersectionObserver(
      // On a busy device, several changes arrive at once; the last one counts.
      entries => {
        if (entries.at(-1)?.isIntersecting === true) latest.current()
      },
      { rootMargin: ahead },
    )
    observer.observe(element)
    return () => observer.disconnect()
    // A new page may leave the end in view, so it is observed again after each page.
  }, [mayGoOn, next])
  return end
}

/** The number for which space is reserved; figure spaces replace its digits, so that no one takes it for a count. */
const usual = 100

/** The number of rows of a list, in words. Its space is reserved while they are counted. */
export const Total = ({ total, children }: { total: number | undefined; children: (n: number) => string }) => (
  <p role="status" className="ms-auto text-sm text-ink-2 tabular-nums">
    {total === undefined ? (
      <span className="invisible">{children(usual).replaceAll(/\d/g, '\u2007')}</span>
    ) : (
      children(total)
    )}
  </p>
)

/** A list paged by key as a table. The old rows stay, dimmed, until the next answer arrives. */
export const PagedTable = <Row,>({ pages, ...table }: PagedTableProps<Row>) => {
  const officeText = useTranslations('officeWords')
  const format = useFormat()
  const end = useGoingOn(pages)
  const help = useHelp()
  return (
    <>
      {help.isOpen && (
        <Suspense>
          <KeyboardHelp
            chooses={table.selection !== undefined}
            opens={table.onOpen !== undefined}
            onClose={help.close}
          />
        </Suspense>
      )}
      <Failure error={pages.error} again={pages.again} />
      {(pages.rows !== undefined || pages.error === null) && (
        <div className={classes('transition-opacity', pages.isOld && 'opacity-60')}>
          <Table {...table} rows={pages.rows} total={pages.total} />
          <div ref={end} />
          <LoadMore
            next={pages.next}
            onMore={pages.more}
            pending={pages.isMorePending}
            {...(pages.next !== null && {
              count: officeText('shown', {
                shown: format.number(pages.rows?.length ?? 0),
                total: format.number(pages.total ?? 0),
              }),
            })}
          />
        </div>
      )}
    </>
  )
}
