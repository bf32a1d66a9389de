import { MonitorSmartphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { grantedRoles } from '#contract/callable.ts'
import type { Grant, UserRecord } from '#contract/access/users.ts'
import { useActionText } from '#web/access/audit/shared/actionText.ts'
import { usePages, useReadLater, useWrite } from '#web/wire/call.ts'
import { useDeviceText } from '#web/words/deviceText.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Failure, Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName, useNameText } from '#web/words/Name.tsx'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { Part } from '#web/records/record.tsx'
import { useSession } from '#web/session/session.ts'
import { useInvited } from '#web/access/users/shared/useInvited.tsx'
import { lazily } from '#web/routing/lazily.tsx'
import { OfficeSecondFactor } from '#web/access/users/OfficeSecondFactor.tsx'
import { freshRole, RoleFields, roleInput, type RoleValues } from '#web/access/users/RoleFields.tsx'
import type { useRoleChange } from '#web/access/users/roleChange.ts'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Chip, Status } from '#web/ui/Marks.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'

const ConfirmAddress = lazily(() =>
  import('#web/access/users/shared/HandOver.tsx').then(module => module.ConfirmAddress),
)

const row = 'flex items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2 last:border-0'

/** Grants a role, or changes a current one, in place. */
const RoleForm = ({ user, grant, onDone }: { user: UserRecord; grant: Grant | null; onDone: () => void }) => {
  const t = useTranslations('people.user')
  const peopleText = useTranslations('people')
  const free = grantedRoles.find(role => !user.roles.includes(role))
  const [values, set] = useChanges<RoleValues>(
    grant
      ? { role: grant.role, area: grant.area, endsOn: grant.endsOn ?? '' }
      : { ...freshRole, role: free ?? freshRole.role },
  )
  const form = useForm('users-grantRole', path => (path === 'endsOn' ? t('endsOn') : path))
  const submit = () =>
    form.send({ id: user.id, ...roleInput(values) }, () => {
      toast(peopleText('saved'))
      onDone()
    })
  return (
    <RecordForm isPart form={form} verb={peopleText('save')} onSubmit={submit} onCancel={onDone}>
      <RoleFields values={values} onChange={set} field={form.field} fixed={grant !== null} />
    </RecordForm>
  )
}

const Roles = ({ user, change }: { user: UserRecord; change: ReturnType<typeof useRoleChange> }) => {
  const t = useTranslations('people.user')
  const officeText = useTranslations('officeWords')
  const may = useMay()
  const format = useFormat()
  const [open, setOpen] = useState<string | null>(null)
  const live = user.grants.filter(({ isLive }) => isLive)
  const past = user.grants.filter(({ isLive }) => !isLive)
  const title = ({ role, area }: Grant) =>
    role === 'admin' ? `${officeText('role.admin')} · ${t(`areas.${area}`)}` : officeText(`role.${role}`)
  const span = (grant: Grant) => {
    const day = format.day(grant.startedOn)
    if (!grant.isLive) return t('ended', { day, end: grant.endsOn ? format.day(grant.endsOn) : day })
    return grant.endsOn ? t('until', { day, end: format.day(grant.endsOn) }) : t('since', { day })
  }
  const mayChange = may('users-grantRole') === true
  return (
    <Part
      title={t('roles')}
      aside={
        mayChange &&
        live.length < grantedRoles.length &&
        open === null && (
          <Button size="small" onClick={() => setOpen('new')}>
            {t('give')}
          </Button>
        )
      }
    >
      {live.length === 0 && open === null && <p className="text-sm text-ink-2">{t('noRoles')}</p>}
      {open === 'new' && <RoleForm user={user} grant={null} onDone={() => setOpen(null)} />}
      <ul className="grid text-sm">
        {live.map(grant =>
          open === grant.id ? (
            <li key={grant.id} className="py-2">
              <RoleForm user={user} grant={grant} onDone={() => setOpen(null)} />
            </li>
          ) : (
            <li key={grant.id} className={row}>
              <span className="grid min-w-0">
                <span className="font-medium">{title(grant)}</span>
                <span className="text-ink-2">{span(grant)}</span>
                <span className="max-w-prose text-xs text-ink-2">
                  {grant.role === 'admin' ? t(`areaHints.${grant.area}`) : t(`scopes.${grant.role}`)}
                </span>
              </span>
              {mayChange && (
                <span className="flex shrink-0">
                  <Button size="small" variant="quiet" onClick={() => setOpen(grant.id)}>
                    {t('changeRole')}
                  </Button>
                  <Button size="small" variant="quiet" onClick={() => change.end(user, grant)}>
                    {t('end')}
                  </Button>
                </span>
              )}
            </li>
          ),
        )}
      </ul>
      {past.length > 0 && (
        <details className="mt-2 text-sm">
          <summary className="min-h-9 cursor-pointer py-1.5 text-ink-2">{t('past')}</summary>
          <ul className="grid">
            {past.map(grant => (
              <li key={grant.id} className={row}>
                <span>{title(grant)}</span>
                <span className="text-ink-2">{span(grant)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Part>
  )
}

const SignIns = ({ id }: { id: string }) => {
  const t = useTranslations('people.user')
  const may = useMay()
  const format = useFormat()
  const device = useDeviceText()
  const found = useReadLater('users-signIns', { id })
  const end = useWrite('users-endSignIns')
  const done = ({ ended }: { ended: number }) => toast(t('signInsEnded', { n: ended }))
  const mayEnd = may('users-endSignIns') === true
  return (
    <Part
      title={t('signIns')}
      aside={
        mayEnd &&
        (found.data?.length ?? 0) > 1 && (
          <Button size="small" pending={end.isPending} onClick={() => end.start({ id }, done)}>
            {t('endAll')}
          </Button>
        )
      }
    >
      <Later read={found}>
        {signIns =>
          signIns.length === 0 ? (
            <p className="text-sm text-ink-2">{t('noSignIns')}</p>
          ) : (
            <ul className="grid text-sm">
              {signIns.map(each => (
                <li key={each.id} className={row}>
                  <span className="flex items-center gap-3">
                    <MonitorSmartphone size={18} aria-hidden className="shrink-0 text-ink-2" />
                    <span className="grid">
                      <span className="font-medium">{device(each.device)}</span>
                      <span className="text-ink-2">{t('lastUsed', { at: format.instant(each.lastUsedAt) })}</span>
                    </span>
                  </span>
                  {mayEnd && (
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={t('endSignInOf', { device: device(each.device) })}
                      onClick={() => end.start({ id, signInId: each.id }, done)}
                    >
                      {t('endSignIn')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Later>
    </Part>
  )
}

/** The log of a person's own actions and of changes to their account, newest first; other people are named. */
const Trail = ({ user }: { user: UserRecord }) => {
  const t = useTranslations('people.user')
  const format = useFormat()
  const pages = usePages('audit-list', { of: user.id })
  const firstName = useFirstName()
  const actionText = useActionText()
  return (
    <Part title={t('recent')}>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <p className="text-sm text-ink-2">{t('noActions')}</p>}
      <ul className="grid text-sm">
        {pages.rows?.map(each => (
          <li key={each.id} className={row}>
            <span className="min-w-0">
              {actionText(each.action)}
              {each.actor !== user.email && <span className="block text-ink-2">{firstName(each) || each.actor}</span>}
            </span>
            <span className="text-ink-2 tabular-nums">{format.instant(each.at)}</span>
          </li>
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </Part>
  )
}

const Record = ({ user, change }: { user: UserRecord; change: ReturnType<typeof useRoleChange> }) => {
  const t = useTranslations('people.user')
  const states = useTranslations('adminUser')
  const format = useFormat()
  const nameText = useNameText()
  return (
    <div className="grid gap-6">
      {user.isDisabled && <Notice tone="danger">{t('suspendedNotice')}</Notice>}
      {change.failure && (
        <Notice alert tone="danger">
          {change.failure}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {user.email && (
          <a href={`mailto:${user.email}`} className={`break-all ${textLink}`}>
            {user.email}
          </a>
        )}
        <Status tone={user.isVerified ? 'good' : 'warn'}>
          {states(user.hasAccount ? (user.isVerified ? 'verified' : 'unverified') : 'noAccount')}
        </Status>
        <span className="text-ink-2">
          {format.labelled(
            states('lastSignIn'),
            user.lastSignInAt ? format.instant(user.lastSignInAt) : states('never'),
          )}
        </span>
      </div>
      <Roles user={user} change={change} />
      <Part title={t('who')}>
        {user.teaches.length + user.children.length === 0 && <p className="text-sm text-ink-2">{t('nobody')}</p>}
        <dl className="grid gap-3 text-sm">
          {user.teaches.length > 0 && (
            <div>
              <dt className="text-xs text-ink-2">{t('teaches')}</dt>
              <dd className="mt-1 flex flex-wrap gap-1">
                {user.teaches.map(section => (
                  <Chip key={section.id} crayon={section.crayon}>
                    <Tongues text={nameText(section)} />
                  </Chip>
                ))}
              </dd>
            </div>
          )}
          {user.children.length > 0 && (
            <div>
              <dt className="text-xs text-ink-2">{t('children')}</dt>
              <dd className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {user.children.map(child => (
                  <Link key={child.id} to="/adminstudent" search={{ id: child.id }} className={textLink}>
                    <Tongues text={nameText(child)} />
                  </Link>
                ))}
              </dd>
            </div>
          )}
        </dl>
      </Part>
      {user.hasAccount && (
        <>
          <OfficeSecondFactor user={user} />
          <SignIns id={user.id} />
        </>
      )}
      <Trail user={user} />
    </div>
  )
}

/** One account's record, beside the list. */
export const OfficeUserPanel = ({
  id,
  change,
  onClose,
}: {
  id: string
  change: ReturnType<typeof useRoleChange>
  onClose: () => void
}) => {
  const t = useTranslations('people.user')
  const nameText = useNameText()
  const may = useMay()
  const session = useSession()
  const failureText = useFailureText()
  const found = useReadLater('users-get', { id })
  const invite = useWrite('users-invite')
  const suspend = useWrite('users-suspend')
  const restore = useWrite('users-restore')
  const user = found.data
  const name = user ? nameText(user) : ''
  const bringBack = () => restore.start({ id }, () => toast(t('restored', { name })))
  const failure = [invite, suspend, restore].find(each => each.error !== null)?.error
  const first = user?.grants.find(({ isLive }) => isLive)
  const invited = useInvited()
  const handing = useTranslations('handingOver')
  const [isConfirming, setConfirming] = useState(false)
  const isMyself = user?.email === session.user?.email
  return (
    <SidePanel
      open
      onClose={onClose}
      title={user ? name : t('record')}
      {...(user &&
        may('users-suspend') === true && {
          actions: (
            <>
              {user.isDisabled ? (
                <Button pending={restore.isPending} onClick={bringBack}>
                  {t('restore')}
                </Button>
              ) : (
                user.hasAccount &&
                !isMyself && (
                  <Button
                    pending={suspend.isPending}
                    onClick={() => suspend.start({ id }, () => toast(t('suspended', { name }), bringBack))}
                  >
                    {t('suspend')}
                  </Button>
                )
              )}
              {first && user.isInvited && !user.isDisabled && user.email !== '' && (
                <Button
                  variant="primary"
                  pending={invite.isPending}
                  onClick={() => {
                    if (invited.isByHand) invited.handOver(user)
                    else
                      invite.start(
                        {
                          email: user.email,
                          name: user.name,
                          nativeName: user.nativeName,
                          ...roleInput({ role: first.role, area: first.area, endsOn: first.endsOn ?? '' }),
                        },
                        () => invited.tell(user, t('invited', { email: user.email })),
                      )
                  }}
                >
                  {invited.isByHand ? handing('createLink') : t('again')}
                </Button>
              )}
              {invited.isByHand && user.hasAccount && !user.isVerified && !user.isDisabled && !first && (
                <Button variant="primary" onClick={() => setConfirming(true)}>
                  {handing('confirm')}
                </Button>
              )}
            </>
          ),
        })}
    >
      {failure !== undefined && (
        <Notice alert tone="danger" className="mb-4">
          {failureText(failure)}
        </Notice>
      )}
      <Later read={found}>{record => <Record user={record} change={change} />}</Later>
      {invited.dialog}
      {isConfirming && user && (
        <Suspense>
          <ConfirmAddress id={id} email={user.email} onClose={() => setConfirming(false)} />
        </Suspense>
      )}
    </SidePanel>
  )
}
