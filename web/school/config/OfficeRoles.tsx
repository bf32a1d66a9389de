import { Eye, PencilLine, Send, SquarePen } from 'lucide-react'
import { use } from 'react'
import { useTranslations } from 'use-intl'
import { areaReaches, areas } from '#contract/areas.ts'
import { type Callable, sliceOf } from '#contract/callable.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

// It includes all schemas, so it loads when the page is opened.
let loading: Promise<Record<string, Callable>> | null = null
const contractReady = () => (loading ??= import('#contract/index.ts').then(module => module.contract))

const people = ['guest', 'newcomer', 'parent', 'teacher'] as const
const columns = [...people, ...areas] as const
type Column = (typeof columns)[number]
type Entry = { name: string; kind: Callable['kind']; may: Record<Column, boolean> }

/** Every role may also do what everyone may. */
const mayOf = (name: string, { by, kind }: Callable): Record<Column, boolean> => {
  const isGuest = by.includes('guest')
  const isNewcomer = isGuest || by.includes('newcomer')
  return {
    guest: isGuest,
    newcomer: isNewcomer,
    parent: isNewcomer || by.includes('parent'),
    teacher: isNewcomer || by.includes('teacher'),
    ...(Object.fromEntries(
      areas.map(area => [area, isNewcomer || (by.includes('admin') && areaReaches(area, name, kind))]),
    ) as Record<(typeof areas)[number], boolean>),
  }
}

type Reach = 'both' | 'some' | 'read' | 'write' | 'none'
const reachOf = (functions: readonly Entry[], column: Column): Reach => {
  const of = (kind: Callable['kind']) => functions.filter(each => each.kind === kind)
  const reads = of('read').some(({ may }) => may[column])
  const writes = of('write').filter(({ may }) => may[column]).length
  const all = of('write').filter(({ may }) => may.all).length
  if (writes === 0) return reads ? 'read' : 'none'
  if (!reads) return 'write'
  return writes >= all ? 'both' : 'some'
}

const signs = ['both', 'some', 'read', 'write'] as const
const faces = { both: PencilLine, some: SquarePen, read: Eye, write: Send }

/** An icon for a permission; the text is beside it. */
const Sign = ({ reach }: { reach: Reach }) => {
  if (reach === 'none') return <span className="text-ink-2 max-sm:hidden">–</span>
  const Face = faces[reach]
  return <Face size={18} aria-hidden className={reach === 'both' ? 'text-primary-ink' : 'text-ink-2'} />
}

/** The permissions of each role, from the contract and the current areas of the office. */
export const OfficeRoles = () => {
  const t = useTranslations('schoolRules.roles')
  const contract = use(contractReady())
  const [url, change] = useUrlState()
  const format = useFormat()
  const functions = Object.entries(contract).map(([name, callable]) => ({
    name,
    kind: callable.kind,
    may: mayOf(name, callable),
  }))
  const parts = [...Map.groupBy(functions, ({ name }) => sliceOf(name))].map(([part, list]) => ({
    part,
    list,
  }))
  const partText = (part: string): string =>
    t.has(`groups.${part}` as 'groups.config') ? t(`groups.${part}` as 'groups.config') : part
  const open = parts.find(({ part }) => part === url['show'])
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid max-w-[66ch] gap-2 text-ink-2">
          <p>{t('lead')}</p>
          <p className="text-sm">{t('ownHint')}</p>
        </div>
        <ButtonLink to="/adminuser" search={{ role: 'admin' }}>
          {t('toUsers')}
        </ButtonLink>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-2">
        {signs.map(reach => (
          <li key={reach} className="flex items-center gap-2">
            <Sign reach={reach} />
            {t(reach)}
          </li>
        ))}
      </ul>
      <Table
        caption={t('lead')}
        rows={parts}
        rowKey={({ part }) => part}
        rowLabel={({ part }) => t('show', { part: partText(part) })}
        phone="cards"
        openKey={url['show']}
        onOpen={({ part }) => change({ show: part })}
        columns={[
          {
            key: 'part',
            header: t('what'),
            cell: ({ part }) => partText(part),
          },
          ...columns.map(column => ({
            key: column,
            header: <span className="text-xs whitespace-normal hyphens-auto">{t(`columns.${column}`)}</span>,
            width: '1%',
            cell: ({ list }: (typeof parts)[number]) => {
              const reach = reachOf(list, column)
              return (
                <span className="inline-flex items-center gap-2">
                  <Sign reach={reach} />
                  <span className="sm:sr-only">{t(reach)}</span>
                </span>
              )
            },
          })),
        ]}
      />
      {open && (
        <SidePanel open title={t('detail', { part: partText(open.part) })} onClose={() => change({ show: undefined })}>
          <ul className="grid gap-3 text-sm">
            {open.list.map(({ name, may }) => (
              <li key={name} className="border-b border-line pb-3 last:border-0">
                <code className="font-semibold break-all">{name}</code>
                <p className="text-ink-2">
                  {format.list(columns.filter(column => may[column]).map(column => t(`columns.${column}`)))}
                </p>
              </li>
            ))}
          </ul>
        </SidePanel>
      )}
    </div>
  )
}
