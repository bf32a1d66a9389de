import { Bookmark, BookmarkPlus, Check, ChevronDown, List, Save, Settings2, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Tongues } from '#web/words/Tongues.tsx'
import type { Views } from './useViews.ts'

const ManageViews = withPage(() => import('./ManageViews.tsx').then(module => module.ManageViews))
const SaveView = withPage(() => import('./SaveView.tsx').then(module => module.SaveView))

/** The saved views of a list: open one, save the current state as one, and manage them. */
export const ViewMenu = ({ views }: { views: Views }) => {
  const t = useTranslations('tables.views')
  const firstName = useFirstName()
  const failureText = useFailureText()
  const save = useWrite('views-save')
  const [asking, setAsking] = useState<'save' | 'manage' | null>(null)
  const { current } = views
  const update = () => {
    if (!current) return
    const before = { id: current.id, list: views.list, name: current.name, isShared: current.isShared }
    save
      .send({ ...before, address: views.address })
      .then(() =>
        toast(t('saved', { name: current.name }), () => void save.send({ ...before, address: current.address })),
      )
      .catch((error: unknown) => toast(failureText(error)))
  }
  const name = current ? current.name : t('button')
  return (
    <>
      <Menu
        label={current ? t('current', { name: current.name }) : t('button')}
        buttonClassName={buttonClass()}
        button={
          <>
            <Bookmark size={18} aria-hidden className={current ? 'fill-current' : ''} />
            <span className="max-w-40 truncate">
              <Tongues text={name} />
            </span>
            {views.isChanged && <span className="text-sm font-normal text-ink-2">{t('changed')}</span>}
            <ChevronDown size={16} aria-hidden />
          </>
        }
      >
        {views.all.map(view => (
          <MenuItem key={view.id} onSelect={() => views.open(view)}>
            {view.id === current?.id ? <Check size={18} aria-hidden /> : <Bookmark size={18} aria-hidden />}
            <span className="min-w-0 flex-1">
              <span className="block truncate">
                <Tongues text={view.name} />
              </span>
              {(view.isDefault || !view.isOwn) && (
                <span className="block truncate text-xs font-normal text-ink-2">
                  {[
                    view.isDefault && t('isStart'),
                    !view.isOwn && t('by', { name: firstName({ name: view.by, nativeName: view.byNativeName }) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              )}
            </span>
            {view.isShared && <Users size={16} aria-label={t('shared')} className="text-ink-2" />}
          </MenuItem>
        ))}
        {views.address !== '' && (
          <MenuItem onSelect={views.leave}>
            <List size={18} aria-hidden />
            {t('plain')}
          </MenuItem>
        )}
        {views.mayKeep && (
          <div className="mt-1 border-t border-line pt-1 first:mt-0 first:border-0 first:pt-0">
            {views.isChanged && current?.isOwn && (
              <MenuItem onSelect={update}>
                <Save size={18} aria-hidden />
                {t('update', { name: current.name })}
              </MenuItem>
            )}
            <MenuItem onSelect={() => setAsking('save')}>
              <BookmarkPlus size={18} aria-hidden />
              {t('save')}
            </MenuItem>
            {views.all.length > 0 && (
              <MenuItem onSelect={() => setAsking('manage')}>
                <Settings2 size={18} aria-hidden />
                {t('manage')}
              </MenuItem>
            )}
          </div>
        )}
      </Menu>
      <Suspense>
        {asking === 'save' && <SaveView views={views} onClose={() => setAsking(null)} />}
        {asking === 'manage' && <ManageViews views={views} onClose={() => setAsking(null)} />}
      </Suspense>
    </>
  )
}
