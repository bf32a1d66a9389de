import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type ColumnsDialogProps = {
  all: readonly { key: string; name: string }[]
  /** The keys of the columns shown, in order. */
  shown: readonly string[]
  onChoose: (keys: readonly string[]) => void
  onClose: () => void
}

/** Shows, hides and moves columns. Changes appear in the table at once. */
export const ColumnsDialog = ({ all, shown, onChoose, onClose }: ColumnsDialogProps) => {
  const t = useTranslations('tables.columns')
  const move = (from: number, to: number) => {
    const next = [...shown]
    next.splice(to, 0, ...next.splice(from, 1))
    onChoose(next)
  }
  const keys = [...shown, ...all.map(({ key }) => key).filter(key => !shown.includes(key))]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={t('hint')}
      actions={
        <>
          <Button onClick={() => onChoose(all.map(({ key }) => key))}>{t('all')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <ul className="grid">
        {keys.map((key, at) => {
          const isShown = at < shown.length
          const column = all.find(each => each.key === key)?.name ?? key
          return (
            <li key={key} className="flex items-center gap-1 border-b border-line last:border-0">
              <Checkbox
                className="flex-1"
                label={column}
                checked={isShown}
                onChange={() => onChoose(isShown ? shown.filter(each => each !== key) : [...shown, key])}
              />
              {isShown && (
                <>
                  <IconButton
                    icon={ArrowUp}
                    label={t('up', { column })}
                    disabled={at === 0}
                    onClick={() => move(at, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={t('down', { column })}
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
  )
}
