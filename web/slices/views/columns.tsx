import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { useUrlState } from '#web/urlState.ts'

/** Which columns a list shows and in which order, kept in the address: `columns=grade,balance`. The first one stays. */
export const useColumnChoice = <Row,>(all: readonly Column<Row>[]) => {
  const [url, change] = useUrlState()
  const [first, ...others] = all
  const asked = url['columns']
    ?.split(',')
    .flatMap((key, at, keys) => (keys.indexOf(key) === at ? others.filter(column => column.key === key) : []))
  const shown = asked ?? others
  const choose = (columns: readonly Column<Row>[]): void => {
    const isAll = columns.length === others.length && columns.every((column, at) => column === others[at])
    // A list of nothing but the first column says so by naming it.
    const text = columns.length === 0 ? (first?.key ?? '') : columns.map(({ key }) => key).join(',')
    change({ columns: isAll ? undefined : text }, { replace: true })
  }
  return {
    columns: first ? [first, ...shown] : [],
    /** For the file of the list. */
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

const nameOf = ({ header, key }: Pick<Column<never>, 'header' | 'key'>): string =>
  typeof header === 'string' ? header : key

/** Opens the choice of columns: each on or off, and up or down. What is done shows in the table at once. */
export const ColumnsButton = <Row,>({ of: { others, shown, choose } }: { of: Choice<Row> }) => {
  const t = useTranslations('tables')
  const [isOpen, setOpen] = useState(false)
  const move = (from: number, to: number) => {
    const next = [...shown]
    next.splice(to, 0, ...next.splice(from, 1))
    choose(next)
  }
  const hidden = others.filter(column => !shown.includes(column))
  return (
    <>
      <Button icon={Columns3} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t('columns.button')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('columns.title')}
        description={t('columns.hint')}
        actions={
          <>
            <Button onClick={() => choose(others)}>{t('columns.all')}</Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('columns.done')}
            </Button>
          </>
        }
      >
        <ul className="grid">
          {[...shown, ...hidden].map((column, at) => {
            const isShown = at < shown.length
            return (
              <li key={column.key} className="flex items-center gap-1 border-b border-line last:border-0">
                <Checkbox
                  className="flex-1"
                  label={column.header}
                  checked={isShown}
                  onChange={() => choose(isShown ? shown.filter(each => each !== column) : [...shown, column])}
                />
                {isShown && (
                  <>
                    <IconButton
                      icon={ArrowUp}
                      label={t('columns.up', { column: nameOf(column) })}
                      disabled={at === 0}
                      onClick={() => move(at, at - 1)}
                    />
                    <IconButton
                      icon={ArrowDown}
                      label={t('columns.down', { column: nameOf(column) })}
                      disabled={at === shown.length - 1}
                      onClick={() => move(at, at + 1)}
                    />
                  </>
                )}
              </li>
            )
          })}
        </ul>
      </Dialog>
    </>
  )
}
