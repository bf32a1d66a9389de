import type { ReactNode } from 'react'
import { Link } from '#web/routing/link.tsx'
import { useNames, type TwoNames } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/Marks.tsx'

type Row = { label: string; children: ReactNode }

/** A row of choices on the board, such as a family's children; it scrolls sideways if it doesn't fit. */
export const ChipRow = ({ label, children }: Row) => (
  <nav aria-label={label} data-noprint className="-mx-gutter overflow-x-auto px-gutter py-1">
    <ul className="flex gap-2">{children}</ul>
  </nav>
)

type ChipLinkProps = {
  item: TwoNames & { id: string }
  to: '/student' | '/studentassignment' | '/classes'
  search: { child?: string; section?: string; term?: string; for?: string }
  /** True for the one shown now; omitted if the chips only lead elsewhere. */
  current?: boolean
  /** True for a person, who has initials; a class has none. */
  avatar?: boolean
}

/** One choice: a link to the same page for another child or class. */
export const ChipLink = ({ item, to, search, current = false, avatar = false }: ChipLinkProps) => {
  const { first } = useNames()(item)
  return (
    <li>
      <Link
        to={to}
        search={search}
        aria-current={current ? 'true' : undefined}
        className={classes(
          'flex min-h-11 items-center gap-2 rounded-full border pe-4 text-sm font-semibold whitespace-nowrap transition-colors',
          avatar ? 'ps-1.5' : 'ps-4',
          current
            ? 'border-marigold bg-marigold text-on-marigold'
            : 'border-on-board-2/60 text-on-board hover:bg-board-2',
        )}
      >
        {avatar && <Avatar name={first} id={item.id} size="small" />}
        <bdi>{first}</bdi>
      </Link>
    </li>
  )
}
