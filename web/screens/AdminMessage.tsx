import { Megaphone, MessageCirclePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { threadStatuses } from '#contract/communication/messages.threads.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { useMay } from '#web/session/may.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { NoticeList } from '#web/communication/messages/NoticeList.tsx'
import { ThreadList } from '#web/communication/messages/ThreadList.tsx'
import { useSession } from '#web/session/session.ts'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/Input.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'

// Opened only on demand, so their code loads then.
const Compose = lazily(() => import('#web/communication/messages/Compose.tsx').then(module => module.Compose))
const Conversation = lazily(() =>
  import('#web/communication/messages/office/OfficeConversation.tsx').then(module => module.Conversation),
)
const WriteToFamily = lazily(() =>
  import('#web/communication/messages/NewThread.tsx').then(module => module.WriteToFamily),
)
const Inbox = lazily(() => import('#web/communication/messages/Inbox.tsx').then(module => module.Inbox))
const NoticePage = lazily(() => import('#web/communication/messages/NoticePage.tsx').then(module => module.NoticePage))
const Outbox = lazily(() => import('#web/communication/messages/Outbox.tsx').then(module => module.Outbox))
const Received = lazily(() => import('#web/communication/messages/Received.tsx').then(module => module.Received))

const tabs = ['notices', 'threads', 'received', 'outbox'] as const

/** A list beside the chosen item; a phone shows only one of them. */
const Panes = ({
  list,
  detail,
  none,
  onBack,
}: {
  list: ReactNode
  detail: ReactNode
  none: string
  onBack: () => void
}) => {
  const t = useTranslations('messages.admin')
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] xl:grid-cols-[26rem_minmax(0,1fr)]">
      <div className={classes('min-w-0', detail !== null && 'max-lg:hidden')}>{list}</div>
      {detail === null ? (
        <div className="max-lg:hidden">
          <Empty>{none}</Empty>
        </div>
      ) : (
        <div className="min-w-0 rounded-xl border border-line bg-surface p-4 sm:p-6">
          <BackButton className="mb-3 lg:hidden" onClick={onBack}>
            {t('back')}
          </BackButton>
          {detail}
        </div>
      )}
    </div>
  )
}

const Notices = () => {
  const t = useTranslations('messages.admin')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const back = () => change({ id: undefined, edit: undefined })
  const { edit, id } = url
  if (edit)
    return (
      <div className="rounded-xl border border-line bg-surface p-4 sm:p-6">
        <BackButton className="mb-3" onClick={back}>
          {t('back')}
        </BackButton>
        <h2 className="mb-4 text-xl">{t('write')}</h2>
        <Compose
          key={edit}
          id={edit === 'new' ? null : edit}
          {...(url['family'] && {
            startWith: url['family'].split(',').map(householdId => ({ kind: 'household' as const, householdId })),
          })}
          {...(url['class'] && { startWith: [{ kind: 'class' as const, sectionId: url['class'] }] })}
          onSaved={saved =>
            change({ edit: saved, id: undefined, family: undefined, class: undefined }, { replace: true })
          }
          onSent={sent => change({ edit: undefined, id: sent, family: undefined, class: undefined }, { replace: true })}
          onGone={back}
        />
      </div>
    )
  return (
    <Panes
      none={t('nonePicked')}
      onBack={back}
      list={
        <>
          <div data-noprint className="mb-3">
            <SearchBox search={search} label={t('search')} className="w-full" />
          </div>
          <NoticeList
            withCount
            search={search.search}
            openId={id}
            onOpen={notice => change(notice.status === 'draft' ? { edit: notice.id } : { id: notice.id })}
          />
        </>
      }
      detail={id ? <NoticePage key={id} id={id} onEdit={edited => change({ edit: edited, id: undefined })} /> : null}
    />
  )
}

const Threads = () => {
  const t = useTranslations('messages.admin')
  const start = useTranslations('messages.start')
  const state = useTranslations('messages.thread.forSchool')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const { edit, id } = url
  const detail = edit ? (
    <>
      <h2 className="mb-4 text-xl">{start('titleFamily')}</h2>
      <WriteToFamily onSent={made => change({ edit: undefined, id: made }, { replace: true })} />
    </>
  ) : id ? (
    <Conversation key={id} id={id} />
  ) : null
  return (
    <Panes
      none={t('threadPick')}
      onBack={() => change({ id: undefined, edit: undefined })}
      detail={detail}
      list={
        <>
          <div data-noprint className="mb-3 flex flex-wrap gap-3">
            <SearchBox search={search} label={t('threadSearch')} className="min-w-0 flex-1 basis-48" />
            <Select
              aria-label={t('threadFilter')}
              className="w-44"
              value={url['state'] ?? ''}
              onChange={event => change({ state: event.target.value })}
            >
              <option value="">{t('threadAll')}</option>
              {threadStatuses.map(status => (
                <option key={status} value={status}>
                  {state(status)}
                </option>
              ))}
            </Select>
          </div>
          <ThreadList
            search={search.search}
            state={url['state']}
            openId={id}
            onOpen={opened => change({ id: opened, edit: undefined })}
          />
        </>
      }
    />
  )
}

/** The notices to the reader: office staff have no other screen for them. */
const ForMe = () => {
  const t = useTranslations('messages.admin')
  const [{ id }, change] = useUrlState()
  return (
    <Panes
      none={t('receivedPick')}
      onBack={() => change({ id: undefined })}
      list={<Inbox to="/adminmessage" />}
      detail={id ? <Received key={id} id={id} /> : null}
    />
  )
}

/** The school's notices to many, its conversations with families, and every email that was sent. */
export default function AdminMessage() {
  const may = useMay()
  const t = useTranslations('messages')
  const [url, change] = useUrlState()
  const tab = tabs.find(each => each === url['tab']) ?? 'notices'
  const { open = 0, unread = 0 } = useReadLater('messages-waiting', {}).data ?? {}
  const counts: Partial<Record<(typeof tabs)[number], number>> = { threads: open, received: unread }
  // Families and teachers read theirs beside their day.
  const isOfficeAlone = useSession().user?.roles.join() === 'admin' && may('messages-read') === true
  return (
    <Page
      title={t('title')}
      actions={
        url['edit'] === undefined &&
        may('messages-createNotice') === true && (
          <>
            <Button
              icon={MessageCirclePlus}
              onClick={() =>
                change({ tab: 'threads', edit: 'new', id: undefined, search: undefined, state: undefined })
              }
            >
              {t('inbox.writeFamily')}
            </Button>
            <Button
              variant="primary"
              icon={Megaphone}
              onClick={() =>
                change({ tab: undefined, edit: 'new', id: undefined, search: undefined, state: undefined })
              }
            >
              {t('admin.write')}
            </Button>
          </>
        )
      }
    >
      <div data-noprint className="mb-4">
        <Tabs
          label={t('admin.tabs')}
          value={tab}
          onChange={next =>
            change({
              tab: next === 'notices' ? undefined : next,
              id: undefined,
              edit: undefined,
              search: undefined,
              state: undefined,
            })
          }
          tabs={tabs
            .filter(key => key !== 'received' || isOfficeAlone)
            .map(key => ({
              key,
              label: t(`admin.tab.${key}`),
              ...((counts[key] ?? 0) > 0 && { count: counts[key] }),
            }))}
        />
      </div>
      {tab === 'notices' ? <Notices /> : tab === 'threads' ? <Threads /> : tab === 'received' ? <ForMe /> : <Outbox />}
    </Page>
  )
}
