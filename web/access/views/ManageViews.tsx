import { Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SavedView } from '#contract/access/views.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Tongues } from '#web/words/Tongues.tsx'
import { SaveView } from './SaveView.tsx'
import type { Views } from './useViews.ts'

/** All views of a list: the default one, and the person's own to rename, share and remove. */
export const ManageViews = ({ views, onClose }: { views: Views; onClose: () => void }) => {
  const t = useTranslations('tables.views')
  const firstName = useFirstName()
  const failureText = useFailureText()
  const save = useWrite('views-save')
  const remove = useWrite('views-remove')
  const start = useWrite('views-setDefault')
  const [changedId, setChanged] = useState<string | null>(null)
  const changing = views.all.find(({ id }) => id === changedId)
  const error = remove.error ?? start.error
  const forget = ({ id, name, address, isShared }: SavedView) =>
    remove.start({ id }, () =>
      toast(t('removed', { name }), () => save.start({ list: views.list, name, address, isShared })),
    )
  if (changing) return <SaveView views={views} view={changing} onClose={() => setChanged(null)} />
  return (
    <Dialog open onClose={onClose} title={t('manageTitle')} description={t('manageHint')}>
      {error !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(error)}
        </Notice>
      )}
      {views.all.length === 0 && <Empty>{t('none')}</Empty>}
      <ul className="grid">
        {views.all.map(view => (
          <li key={view.id} className="flex items-center gap-1 border-b border-line py-1 last:border-0">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                <Tongues text={view.name} />
              </span>
              <span className="block truncate text-sm text-ink-2">
                {[
                  view.isOwn
                    ? t('own')
                    : t('by', { name: firstName({ name: view.by, nativeName: view.byNativeName }) }),
                  view.isShared && t('shared'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <IconButton
              icon={Star}
              label={t(view.isDefault ? 'unStart' : 'makeStart', { name: view.name })}
              aria-pressed={view.isDefault}
              onClick={() => start.start({ list: views.list, id: view.isDefault ? null : view.id })}
              className={view.isDefault ? 'text-marigold-ink [&_svg]:fill-current' : ''}
            />
            {view.isOwn && (
              <>
                <IconButton
                  icon={Pencil}
                  label={t('changeOne', { name: view.name })}
                  onClick={() => setChanged(view.id)}
                />
                <IconButton icon={Trash2} label={t('remove', { name: view.name })} onClick={() => forget(view)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
