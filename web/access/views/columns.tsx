import { Columns3 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useUrlState } from '#web/routing/urlState.ts'

const ColumnsDialog = withPage(() => import('./ColumnsDialog.tsx').then(module => module.ColumnsDialog))

/**
 * The columns that a list shows, in order, kept in the address: `columns=grade,balance`. The first one always stays.
 */
export const useColumnChoice = <Row,>(all: readonly Column<Row>[]) => {
  const [url, change] = useUrlState()
  const [first, ...others] = all
  const asked = url['columns']
    ?.split(',')
    .flatMap((key, at, keys) => (keys.indexOf(key) === at ? others.filter(column => column.key === key) : []))
    // Columns that were chosen are shown at every window width.
    .map(column => ({ ...column, hideOnTablet: false }))
  const shown = asked ?? others
  const choose = (columns: readonly Column<Row>[]): void => {
    const isAll = columns.length === others.length && columns.every((column, at) => column === others[at])
    // A list with only the first column names that column.
    const text = columns.length === 0 ? (first?.key ?? '') : columns.map(({ key }) => key).join(',')
    change({ columns: isAll ? undefined : text }, { replace: true })
  }
  return {
    columns: first ? [first, ...shown] : [],
    /** The parameters for the list's export. */
    asked: asked && first ? { columns: [first, ...asked].map(({ key }) => key).join(',') } : {},
    others,
    shown,
    choose,
  }
}
type Choice<Row> = {
  others: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  choose: (columns: readonly Column<Row>[]) => void
}
const named = <Row,>({ key, header }: Column<Row>) => ({ key, name: typeof header === 'string' ? header : key })

/** The button that opens the choice of columns. */
export const ColumnsButton = <Row,>({ choice: { others, shown, choose } }: { choice: Choice<Row> }) => {
  const t = useTranslations('tables')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Columns3} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t('columns.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <ColumnsDialog
            all={others.map(named)}
            shown={shown.map(({ key }) => key)}
            onChoose={keys => choose(keys.flatMap(key => others.filter(column => column.key === key)))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
