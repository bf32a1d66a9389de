import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type KeyboardHelpProps = { chooses: boolean; opens: boolean; onClose: () => void }

/** Keys are named as they are labeled, in every language. */
const keys = {
  search: ['/'],
  find: ['Ctrl', 'K'],
  rows: ['↑', '↓'],
  ends: ['Home', 'End'],
  open: ['Enter'],
  close: ['Esc'],
  choose: ['Space'],
  range: ['Shift', 'Space'],
  grow: ['Shift', '↓'],
  act: ['Shift', 'Enter'],
  undo: ['Ctrl', 'Z'],
  help: ['?'],
} as const
type Does = keyof typeof keys
const inList: readonly Does[] = ['search', 'find']
const ofRecords: readonly Does[] = ['rows', 'ends', 'open', 'close']
const ofChoice: readonly Does[] = ['choose', 'range', 'grow', 'act', 'undo']

/** The keyboard shortcuts of an office list. */
export const KeyboardHelp = ({ chooses, opens, onClose }: KeyboardHelpProps) => {
  const t = useTranslations('tables.keys')
  const shown = [...inList, ...(opens ? ofRecords : []), ...(chooses ? ofChoice : []), 'help' as const]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={t('hint')}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <dl className="grid text-sm">
        {shown.map(does => (
          <div key={does} className="flex items-center justify-between gap-4 border-b border-line py-2 last:border-0">
            <dt>{t(does)}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys[does].map(key => (
                <kbd
                  key={key}
                  className="rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 font-mono text-xs"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
