import { classes } from '#web/ui/classes.ts'
import { Tongues } from '#web/words/Tongues.tsx'

type DiffTableProps = {
  heads: { field: string; before: string; after: string }
  /** `null` if there is nothing on that side. */
  rows: readonly { key: string; label: string; before: string | null; after: string | null; isChanged: boolean }[]
  className?: string
}

/** The old and the new value of each field, side by side. What changes is marked by more than color. */
export const DiffTable = ({ heads, rows, className }: DiffTableProps) => (
  <table className={classes('w-full text-start text-sm wrap-anywhere', className)}>
    <thead>
      <tr className="text-xs text-ink-2">
        <th scope="col" className="w-1/4 py-1 pe-3 text-start font-medium">
          {heads.field}
        </th>
        <th scope="col" className="py-1 pe-3 text-start font-medium">
          {heads.before}
        </th>
        <th scope="col" className="py-1 text-start font-medium">
          {heads.after}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, label, before, after, isChanged }) => (
        <tr key={key} className="border-t border-line align-top">
          <th scope="row" className="py-1.5 pe-3 text-start wrap-break-word font-normal text-ink-2">
            {label}
          </th>
          <td className="py-1.5 pe-3 wrap-anywhere">
            {isChanged && before !== null ? (
              <del className="text-danger-ink decoration-danger-ink">
                <Tongues text={before} />
              </del>
            ) : (
              <Tongues text={before ?? ''} />
            )}
          </td>
          <td className={classes('py-1.5 wrap-anywhere', isChanged && 'font-semibold')}>
            {isChanged && after !== null ? (
              <ins className="rounded-sm bg-primary-soft px-1 text-primary-ink no-underline">
                <Tongues text={after} />
              </ins>
            ) : (
              <Tongues text={after ?? ''} />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
