import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { grantedRoles } from '#contract/callable.ts'
import type { User } from '#contract/access/users.ts'
import { userSorts } from '#contract/access/users.plain.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useChosen, useUrlSort } from '#web/lists/listParts.tsx'
import { usePages } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { PagedTable, Total } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { useRoleChange } from '#web/access/users/roleChange.ts'
import { ColumnsButton, useColumnChoice } from '#web/access/views/columns.tsx'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { useViews } from '#web/access/views/useViews.ts'
import { ViewMenu } from '#web/access/views/ViewMenu.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge, Status } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useUiText } from '#web/ui/text.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const InviteMany = withPage(() => import('#web/access/users/shared/InviteMany.tsx').then(module => module.InviteMany))
const OfficeInvite = withPage(() => import('#web/access/users/OfficeInvite.tsx').then(module => module.OfficeInvite))
const OfficeUserPanel = withPage(() =>
  import('#web/access/users/OfficeUserPanel.tsx').then(module => module.OfficeUserPanel),
)

const useColumns = (): Column<User>[] => {
  const t = useTranslations('adminUser')
  const areas = useTranslations('people.user.areas')
  const officeText = useTranslations('officeWords')
  const factor = useTranslations('signingIn.users')
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('name'),
      sort: 'name',
      cell: row => (
        <span className="inline-block sm:min-w-28">
          <Name {...row} />
        </span>
      ),
    },
    {
      key: 'email',
      header: t('email'),
      sort: 'email',
      cell: row => <span className="break-words">{row.email}</span>,
    },
    {
      key: 'roles',
      header: t('roles'),
      cell: row => (
        <span className="flex flex-wrap gap-1 max-sm:justify-end">
          {row.roles.map(role => (
            <Badge key={role} tone={role === 'admin' ? 'event' : role === 'teacher' ? 'info' : 'neutral'}>
              {officeText(`role.${role}`)}
              {role === 'admin' && row.area !== null && row.area !== 'all' && ` · ${areas(row.area)}`}
            </Badge>
          ))}
          {row.roles.length === 0 && <span className="text-ink-2">{t('noRole')}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      cell: row =>
        !row.hasAccount ? (
          <Status tone="warn">{t('noAccount')}</Status>
        ) : row.isDisabled ? (
          <Status tone="bad">{t('disabled')}</Status>
        ) : row.isVerified ? (
          <Status tone="good">{t('verified')}</Status>
        ) : (
          <Status tone="warn">{t('unverified')}</Status>
        ),
    },
    {
      key: 'factor',
      hideOnTablet: true,
      header: factor('column'),
      cell: row =>
        row.hasSecondFactor ? (
          <Status tone="good">{factor('on')}</Status>
        ) : (
          <span className="text-ink-2">{factor('off')}</span>
        ),
    },
    {
      key: 'last',
      header: t('lastSignIn'),
      sort: 'lastSignIn',
      cell: row => (
        <span className="inline-block sm:min-w-28">
          {row.lastSignInAt ? format.instant(row.lastSignInAt) : t('never')}
        </span>
      ),
    },
  ]
}

/** The accounts and their roles. */
export default function AdminUser() {
  const t = useTranslations('adminUser')
  const people = useTranslations('people.user')
  const factor = useTranslations('signingIn.users')
  const officeText = useTranslations('officeWords')
  const tables = useTranslations('tables')
  const may = useMay()
  const text = useUiText()
  const nameText = useNameText()
  const [url, setUrl] = useUrlState()
  const search = useUrlSearch()
  const role = grantedRoles.find(each => each === url['role'])
  const verified = url['verified'] === 'no' || url['verified'] === 'yes' ? url['verified'] : undefined
  const state = url['state'] === 'open' || url['state'] === 'suspended' ? url['state'] : undefined
  const hasFactor = url['factor'] === 'no' || url['factor'] === 'yes' ? url['factor'] : undefined
  const order = useUrlSort(userSorts)
  const filter = {
    ...(state && { isDisabled: state === 'suspended' }),
    ...(search.search && { search: search.search }),
    ...(role && { role }),
    ...(verified && { isVerified: verified === 'yes' }),
    ...(hasFactor && { hasSecondFactor: hasFactor === 'yes' }),
  }
  const asked = { ...order.asked, ...filter }
  const pages = usePages('users-list', asked)
  const views = useViews('users', ['search', 'role', 'verified', 'state', 'factor', 'sort', 'columns'])
  const change = useRoleChange()
  const choice = useColumnChoice(useColumns())
  const [inviting, setInviting] = useState(false)
  const [isInvitingMany, setInvitingMany] = useState(false)
  const chosen = useChosen(filter)
  const isFiltered = search.search !== '' || [role, verified, state, hasFactor].some(each => each !== undefined)
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <>
          <ViewMenu views={views} />
          <ColumnsButton choice={choice} />
          {pages.total !== 0 && <ExportMenu file="users" query={{ ...asked, ...choice.asked }} printed={pages} />}
          {may('users-invite') === true && (
            <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
              {people('invite')}
            </Button>
          )}
        </>
      }
    >
      <div data-filters className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} />
        <Select
          aria-label={t('roleFilter')}
          className="w-[calc(50%-0.375rem)] sm:w-44"
          value={role ?? ''}
          onChange={event => setUrl({ role: event.target.value })}
        >
          <option value="">{t('allRoles')}</option>
          {grantedRoles.map(each => (
            <option key={each} value={each}>
              {officeText(`role.${each}`)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('verifiedFilter')}
          className="w-[calc(50%-0.375rem)] sm:w-48"
          value={verified ?? ''}
          onChange={event => setUrl({ verified: event.target.value })}
        >
          <option value="">{t('verifiedOrNot')}</option>
          <option value="yes">{t('verified')}</option>
          <option value="no">{t('unverified')}</option>
        </Select>
        <Select
          aria-label={people('stateFilter')}
          className="w-[calc(50%-0.375rem)] sm:w-48"
          value={state ?? ''}
          onChange={event => setUrl({ state: event.target.value })}
        >
          <option value="">{people('anyState')}</option>
          <option value="open">{people('state.open')}</option>
          <option value="suspended">{people('state.suspended')}</option>
        </Select>
        <Select
          aria-label={factor('filter')}
          className="w-[calc(50%-0.375rem)] sm:w-48"
          value={hasFactor ?? ''}
          onChange={event => setUrl({ factor: event.target.value })}
        >
          <option value="">{factor('any')}</option>
          <option value="yes">{factor('yes')}</option>
          <option value="no">{factor('no')}</option>
        </Select>
        <Total total={pages.total}>{n => t('count', { n })}</Total>
      </div>
      <PagedTable
        pages={views.isReady ? pages : { ...pages, rows: undefined }}
        caption={t('title')}
        columns={choice.columns}
        rowKey={row => row.id}
        rowLabel={nameText}
        sort={order.sort}
        onSort={order.onSort}
        onOpen={row => setUrl({ id: row.id })}
        openKey={url['id']}
        {...(may('users-inviteMany') === true && { selection: chosen.selection })}
        empty={
          isFiltered ? (
            <Empty
              action={
                <Button
                  onClick={() => {
                    search.type('')
                    setUrl({
                      search: undefined,
                      role: undefined,
                      verified: undefined,
                      state: undefined,
                      factor: undefined,
                    })
                  }}
                >
                  {officeText('clearFilters')}
                </Button>
              }
            >
              {search.search ? officeText('nobodyMatches', { search: search.search }) : t('noneLikeThat')}
            </Empty>
          ) : (
            <Empty>{t('empty')}</Empty>
          )
        }
      />
      <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
        <BulkAction icon={UserPlus} onClick={() => setInvitingMany(true)}>
          {tables('invite.button')}
        </BulkAction>
      </BulkBar>
      <Suspense>
        {isInvitingMany && (
          <InviteMany
            list="users"
            ids={chosen.ids}
            onClose={() => setInvitingMany(false)}
            onDone={() => {
              setInvitingMany(false)
              chosen.clear()
            }}
          />
        )}
        {url['id'] && (
          <OfficeUserPanel key={url['id']} id={url['id']} change={change} onClose={() => setUrl({ id: undefined })} />
        )}
        {inviting && <OfficeInvite onClose={() => setInviting(false)} />}
        <Dialog
          open={change.asking !== null}
          onClose={() => change.answer(false)}
          title={t('endOwnTitle')}
          actions={
            <>
              <Button onClick={() => change.answer(false)}>{text.cancel}</Button>
              <Button variant="danger" onClick={() => change.answer(true)}>
                {t('endOwn')}
              </Button>
            </>
          }
        >
          <p className="text-ink-2">{t('endOwnText')}</p>
        </Dialog>
      </Suspense>
    </Page>
  )
}
