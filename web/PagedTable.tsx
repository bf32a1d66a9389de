import { useTranslations } from 'use-intl'
import { Failure } from '#web/Later.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Table, type TableProps } from '#web/ui/Table.tsx'
import { useFormat } from '#web/useFormat.ts'

type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows'> & {
  /** What `usePages` answered. */
  of: {
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

/** A list by key as a table: old rows stay, paler, while the next answer is on its way. */
export const PagedTable = <Row,>({ of, ...table }: PagedTableProps<Row>) => {
  const words = useTranslations('officeWords')
  const format = useFormat()
  return (
    <>
      <Failure error={of.error} again={of.again} />
      {(of.rows !== undefined || of.error === null) && (
        <div className={classes('transition-opacity', of.isOld && 'opacity-60')}>
          <Table {...table} rows={of.rows} />
          <LoadMore
            next={of.next}
            onMore={of.more}
            pending={of.isMorePending}
            {...(of.next !== null && {
              count: words('shown', {
                shown: format.number(of.rows?.length ?? 0),
                total: format.number(of.total ?? 0),
              }),
            })}
          />
        </div>
      )}
    </>
  )
}
