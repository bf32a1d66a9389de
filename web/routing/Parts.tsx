import { Link } from '#web/routing/link.tsx'
import { searchWith } from '#web/routing/urlState.ts'
import { classes } from '#web/ui/classes.ts'

type PartsProps<Key extends string> = {
  /** The accessible name of the switch. */
  label: string
  /** The parts of the page, by their key in the address (`show`). */
  parts: readonly (readonly [key: Key, name: string])[]
  shown: NoInfer<Key>
}

/** A switch between the parts of a page, for phones, where they would otherwise be below one another. */
export const Parts = <Key extends string>({ label, parts, shown }: PartsProps<Key>) => (
  <nav
    aria-label={label}
    data-noprint
    className="mb-4 flex flex-wrap gap-1 rounded-xl border border-line bg-surface p-1 min-[56.25rem]:hidden"
  >
    {parts.map(([key, name]) => (
      <Link
        key={key}
        to="."
        search={searchWith({ show: key, edit: undefined, of: undefined, part: undefined })}
        replace
        resetScroll={false}
        aria-current={key === shown ? 'true' : undefined}
        className={classes(
          'grid min-h-11 flex-1 place-items-center rounded-lg px-2 py-1 text-center text-sm font-semibold',
          key === shown ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-sunken',
        )}
      >
        {name}
      </Link>
    ))}
  </nav>
)

/** The classes of a part, which on a phone shows only while it is chosen. */
export const partClass = (isShown: boolean): string =>
  classes('grid gap-4', !isShown && 'max-[56.25rem]:not-print:hidden')
