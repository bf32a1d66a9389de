import { ChevronRight, Plus } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { FoundPerson } from '#contract/access/users.ts'
import type { FunctionName } from '#contract/index.ts'
import { useNavigate } from '#web/routing/routing.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { tabPlaces } from '#web/school/config/shared/officeTabs.ts'
import { useIsShown } from '#web/school/config/shared/useIsShown.ts'
import { useSettings } from '#web/school/config/shared/useSettings.ts'
import { useMay } from '#web/session/may.ts'
import { useSession } from '#web/session/session.ts'
import type { NavigationGroup } from '#web/shell/navigation.ts'
import { keepRecent, recentOf, type RecentPlace } from '#web/shell/recent.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar, Badge } from '#web/ui/Marks.tsx'
import { useSettled } from '#web/ui/useSettled.ts'

const records = {
  student: '/adminstudent',
  guardian: '/adminparent',
  teacher: '/adminteacher',
  user: '/adminuser',
} as const

/** The actions that can be started from anywhere, with the function that each ends in. */
const actions = {
  addStudent: { href: '/adminstudent?do=add', needs: 'students-create' },
  addFamily: { href: '/adminparent?do=add', needs: 'parents-create' },
  addTeacher: { href: '/adminteacher?do=add', needs: 'teachers-create' },
  addClass: { href: '/adminclass?id=new', needs: 'classes-create' },
  charge: { href: '/adminpayment?do=charge', needs: 'payments-charge' },
  write: { href: '/adminmessage?edit=new', needs: 'messages-sendNotice' },
  addEvent: { href: '/adminevent?event=new', needs: 'events-create' },
} as const satisfies Record<string, { href: string; needs: FunctionName }>

const pauseMs = 150
const placesAtMost = 6

/**
 * Returns true if each typed word begins a word of a name. Chinese has no spaces, so a typed Chinese part matches
 * anywhere.
 */
const isNamed = (name: string, typed: string): boolean => {
  const words = name.toLowerCase().split(/\s+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(part => words.some(word => word.startsWith(part)) || (/\p{Script=Han}/u.test(part) && name.includes(part)))
}

type Finding = {
  key: string
  href: string
  label: string
  look: ReactNode
  /** The entry for the list of recent places; actions have none, since they end when they are done. */
  recent?: RecentPlace
}

type FindingsProps = {
  id: string
  groups: readonly NavigationGroup[]
  text: string
  /** Receives the handler for keys that are pressed in the box. */
  onKeys: (press: ((event: KeyboardEvent) => void) | null) => void
  /** Receives the element id of the marked line. */
  onActive: (id: string | undefined) => void
  onClose: () => void
}

/**
 * Lists the screens, actions and people that match the text; before anything is typed, the places that were opened
 * last.
 */
export const Findings = ({ id, groups, text, onKeys, onActive, onClose }: FindingsProps) => {
  const nav = useTranslations('nav')
  const shell = useTranslations('shell')
  const findText = useTranslations('tables.find')
  const menu = useTranslations('adminConfig')
  const tabText = useTranslations('officeTabs')
  const firstName = useFirstName()
  const navigate = useNavigate()
  const may = useMay()
  const isShown = useIsShown()
  const settings = useSettings()
  const uid = useSession().user?.uid ?? ''
  const [at, setAt] = useState({ text, index: 0 })
  const search = useSettled(text.trim(), pauseMs)
  const found = useReadLater('users-search', { search }, { enabled: search !== '' })

  const place = (href: string, label: string, group: string): Finding => ({
    key: href,
    href,
    label,
    look: (
      <>
        <ChevronRight size={20} aria-hidden className="mx-1.5 shrink-0 text-ink-2 rtl:-scale-x-100" />
        <span className="min-w-0 flex-1 truncate font-medium">{label}</span>
        <span className="text-sm text-ink-2">{group}</span>
      </>
    ),
    recent: { href, label, hint: group },
  })
  const places = (): Finding[] => {
    const screens = groups.flatMap(({ items }) =>
      items.map(({ to, label }) => place(to, nav(label), findText('screen'))),
    )
    const hasSettings = groups.some(({ items }) => items.some(({ to }) => to === '/adminconfig'))
    const pages = settings
      .flatMap(group => group.pages)
      .filter(page => hasSettings && page !== '')
      .map(page => place(`/adminconfig?subMenu=${page}`, menu(`menu.${page || 'overview'}`), nav('settings')))
    const tabs = tabPlaces.filter(isShown).flatMap(({ to, key }) => {
      const screen = groups.flatMap(({ items }) => items).find(item => item.to === to)
      return screen ? [place(`${to}?tab=${key}`, tabText(key), nav(screen.label))] : []
    })
    const begun = (Object.keys(actions) as (keyof typeof actions)[])
      .filter(action => may(actions[action].needs) === true)
      .map((action): Finding => {
        const label = findText(`actions.${action}`)
        return {
          key: action,
          href: actions[action].href,
          label,
          look: (
            <>
              <Plus size={20} aria-hidden className="mx-1.5 shrink-0 text-ink-2" />
              <span className="min-w-0 flex-1 truncate font-medium">{label}</span>
            </>
          ),
        }
      })
    return [...screens, ...tabs, ...pages, ...begun]
  }
  const person = (of: FoundPerson): Finding => {
    const isSetAside = of.isArchived && of.kind !== 'user'
    const href = `${records[of.kind]}?id=${of.id}${isSetAside ? '&view=archived' : ''}`
    const first = firstName(of)
    return {
      key: `${of.kind} ${of.id} ${of.personId}`,
      href,
      label: first,
      look: (
        <>
          <Avatar name={first} id={of.personId} size="small" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">
              <Name {...of} />
            </span>
            <span className="block truncate text-sm text-ink-2">
              {of.kind === 'student' && of.hint ? findText('grade', { grade: of.hint }) : of.hint}
            </span>
          </span>
          {of.isArchived && <span className="text-sm text-ink-2">{findText('archived')}</span>}
          <Badge tone="neutral">{findText(`kinds.${of.kind}`)}</Badge>
        </>
      ),
      recent: { href, label: [of.name, of.nativeName].filter(Boolean).join(' '), hint: findText(`kinds.${of.kind}`) },
    }
  }
  const findings =
    search === ''
      ? recentOf(uid).map(({ href, label, hint }) => place(href, label, hint))
      : [
          ...places()
            .filter(({ label }) => isNamed(label, search))
            .slice(0, placesAtMost),
          ...(found.data ?? []).map(person),
        ]
  // When the text changes, the first finding is marked again.
  const marked = Math.min(at.text === text ? at.index : 0, findings.length - 1)
  const idOf = (index: number) => `${id}-${index}`
  const open = ({ href, recent }: Finding) => {
    if (recent) keepRecent(uid, recent)
    onClose()
    void navigate({ href })
  }
  useEffect(() => {
    onActive(marked >= 0 ? `${id}-${marked}` : undefined)
  }, [id, marked, onActive])
  useEffect(() => {
    onKeys(event => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const chosen = findings[marked]
      if (step !== undefined && findings.length > 0) {
        event.preventDefault()
        const next = (marked + step + findings.length) % findings.length
        setAt({ text, index: next })
        document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
      } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen && search === text.trim()) {
        event.preventDefault()
        open(chosen)
      }
    })
    return () => onKeys(null)
  })
  return (
    <>
      <p role="status" className="sr-only">
        {search !== '' && found.data && findText('count', { n: findings.length })}
      </p>
      <div className={classes('min-h-0 overflow-y-auto p-2', found.isPlaceholderData && 'opacity-60')}>
        <Failure error={found.error} again={() => void found.refetch()} />
        {search === '' && findings.length > 0 && (
          <p className="px-3 pt-1 pb-2 text-sm font-semibold text-ink-2">{findText('recent')}</p>
        )}
        <div role="listbox" id={id} aria-label={shell('find')} className="grid">
          {findings.map((finding, index) => (
            <button
              type="button"
              // The keyboard focus stays in the box above.
              tabIndex={-1}
              key={finding.key}
              id={idOf(index)}
              role="option"
              aria-selected={index === marked}
              onPointerMove={() => setAt({ text, index })}
              onClick={() => open(finding)}
              className={classes(
                'flex min-h-13 items-center gap-3 rounded-md px-3 py-1.5 text-start',
                index === marked && 'bg-sunken',
              )}
            >
              {finding.look}
            </button>
          ))}
        </div>
        {findings.length === 0 && found.error === null && (
          <p className="px-3 py-6 text-center text-ink-2">
            {search === ''
              ? findText('begin')
              : found.data && !found.isPlaceholderData && findText('nothing', { search })}
          </p>
        )}
      </div>
    </>
  )
}
