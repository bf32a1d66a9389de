import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Term, TermStatus } from '#contract/school/terms.ts'
import { enrollableSections } from '#contract/enrolment/classes.plain.ts'
import { termMoves } from '#contract/school/terms.moves.plain.ts'
import { isTermOver, registrableTerms } from '#contract/school/terms.plain.ts'
import { useFeature } from '#web/wire/school.ts'
import { useRead, useReadLater, useWrite } from '#web/wire/call.ts'
import { useReadToEdit } from '#web/wire/useReadToEdit.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { OfficeTermForm } from '#web/school/terms/office/OfficeTermForm.tsx'
import { OfficeTermWindows } from '#web/school/terms/office/OfficeTermWindows.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, SidePanel } from '#web/ui/Dialog.tsx'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const tones: Record<TermStatus, Tone> = {
  draft: 'neutral',
  registration: 'info',
  active: 'good',
  grading: 'warn',
  closed: 'neutral',
  archived: 'neutral',
}

/** The states of terms that are, or will be, open for registration. */
const registrableOrDraft: readonly TermStatus[] = ['draft', ...registrableTerms]

const forward: readonly TermStatus[] = ['registration', 'active', 'grading', 'closed', 'archived']

type OpeningProps = { term: Term; closed: number; onClose: () => void }

/**
 * Confirms opening registration for a term without an open class: families could register for nothing, unless its
 * classes are opened with it.
 */
const OpenClosed = ({ term, closed, onClose }: OpeningProps) => {
  const t = useTranslations('adminConfig.terms')
  const status = useTranslations('officeWords.termStatus')
  const text = useUiText()
  const failureText = useFailureText()
  const move = useWrite('terms-move')
  const open = (opensClasses: boolean) =>
    move.start({ id: term.id, to: 'registration', opensClasses }, moved => {
      toast(
        opensClasses
          ? t('openedWith', { name: moved.name, n: closed })
          : t('moved', { name: moved.name, status: status('registration') }),
      )
      onClose()
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('noneOpen')}
      description={t('noneOpenHint', { n: closed })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button disabled={move.isPending} onClick={() => open(false)}>
            {t('openWithout')}
          </Button>
          {closed > 0 && (
            <Button variant="primary" pending={move.isPending} onClick={() => open(true)}>
              {t('openWith', { n: closed })}
            </Button>
          )}
        </>
      }
    >
      {move.error !== null && (
        <Notice alert tone="danger">
          {failureText(move.error)}
        </Notice>
      )}
      <p>
        <Link to="/adminclass" search={{ term: term.id }} className={textLink}>
          {t('seeClosed', { n: closed })}
        </Link>
      </p>
    </Dialog>
  )
}

type EndingProps = {
  term: Term
  to: TermStatus
  onMove: () => void
  onClose: () => void
}

/** Ends a term. It asks first while there are school days ahead, which are lost, or requests that wait for an answer. */
const EndTerm = ({ term, to, onMove, onClose }: EndingProps) => {
  const t = useTranslations('adminConfig.terms')
  const format = useFormat()
  const text = useUiText()
  const name = useFirstName()(term)
  const plan = useReadLater('terms-get', { id: term.id })
  const unsettled = useReadLater('terms-unsettled', { id: term.id })
  const days = plan.data?.sessionDates.filter(({ isAhead }) => isAhead)
  const last = days?.at(-1)
  const open =
    unsettled.data &&
    (['applications', 'visits', 'offers'] as const)
      .filter(each => unsettled.data![each] > 0)
      .map(each => t(`ending.${each}`, { n: unsettled.data![each] }))
  const end = () => {
    onMove()
    onClose()
  }
  const isKnown = days !== undefined && open !== undefined
  const isClear = isKnown && days.length + open.length === 0
  useEffect(() => {
    if (isClear) end()
  })
  if (isClear || (!isKnown && plan.error === null && unsettled.error === null)) return null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isKnown && !last ? 'ending.titleOpen' : 'ending.title', { name })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="danger" disabled={!isKnown} onClick={end}>
            {t(`move.${term.status}_${to}` as 'move.draft_registration')}
          </Button>
        </>
      }
    >
      <Later read={plan}>
        {() => (
          <div className="grid max-w-[60ch] gap-3">
            {days && last && (
              <>
                <p>{t('ending.days', { n: days.length, day: format.day(last.onDay, 'weekday') })}</p>
                <p>{t('ending.families')}</p>
                <p>{t('ending.money')}</p>
              </>
            )}
            <Later read={unsettled}>
              {() => open && open.length > 0 && <p>{t('ending.open', { what: format.list(open) })}</p>}
            </Later>
          </div>
        )}
      </Later>
    </Dialog>
  )
}

/** Moves terms between states as their transition table allows, with undo where possible. */
const useMove = () => {
  const t = useTranslations('adminConfig.terms')
  const status = useTranslations('officeWords.termStatus')
  const firstName = useFirstName()
  const move = useWrite('terms-move')
  const make = (term: Pick<Term, 'id' | 'name' | 'status'>, to: TermStatus): void =>
    move.start({ id: term.id, to }, moved => {
      const back = termMoves[to].includes(term.status) ? () => make(moved, term.status) : undefined
      toast(t('moved', { name: firstName(moved), status: status(to) }), back)
    })
  return { make, error: move.error, isPending: move.isPending }
}

const Panel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useTranslations('adminConfig.terms')
  const firstName = useFirstName()
  const isNew = id === 'new'
  const hasWindows = useFeature('windows')
  const plan = useReadToEdit('terms-get', { id }, { enabled: !isNew })
  const title = isNew ? t('add') : plan.data ? firstName(plan.data) : t('edit')
  if (isNew)
    return (
      <SidePanel open onClose={onClose} title={title} description={t('addHint')}>
        <OfficeTermForm plan={null} onSaved={onClose} />
      </SidePanel>
    )
  return (
    <SidePanel
      open
      onClose={onClose}
      title={title}
      description={plan.data && !isTermOver(plan.data.status) ? t('editHint') : undefined}
    >
      <Later read={plan}>
        {found => (
          <>
            <OfficeTermForm plan={found} onSaved={onClose} />
            {hasWindows && registrableOrDraft.includes(found.status) && <OfficeTermWindows term={found} />}
          </>
        )}
      </Later>
    </SidePanel>
  )
}

/** All terms: dates, the state of each, and the moves from it. */
export const OfficeTerms = () => {
  const t = useTranslations('adminConfig.terms')
  const promotion = useTranslations('promotions')
  const status = useTranslations('officeWords.termStatus')
  const format = useFormat()
  const firstName = useFirstName()
  const failureText = useFailureText()
  const terms = useRead('terms-list', {})
  const hasWindows = useFeature('windows')
  const windows = useRead('windows-list', {})
  const classes = useReadLater('classes-list', {}).data
  const [opening, setOpening] = useState<OpeningProps | null>(null)
  const [ending, setEnding] = useState<EndingProps | null>(null)
  const windowText = useTranslations('windows')
  const [url, change] = useUrlState()
  const move = useMove()
  /** Opening registration without an open class needs confirmation. */
  const make = (term: Term, to: TermStatus) => {
    const own = classes?.filter(({ termId }) => termId === term.id) ?? []
    const closed = own.filter(each => each.status === 'draft' || each.status === 'published').length
    const hasOpen = own.some(each => enrollableSections.includes(each.status))
    if (to === 'registration' && classes && !hasOpen) setOpening({ term, closed, onClose: () => setOpening(null) })
    else if (isTermOver(to) && !isTermOver(term.status))
      setEnding({ term, to, onMove: () => move.make(term, to), onClose: () => setEnding(null) })
    else move.make(term, to)
  }
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => change({ id: 'new' })}>
      {t('add')}
    </Button>
  )
  const windowColumn: Column<Term> = {
    key: 'windows',
    header: windowText('office.column'),
    cell: term => {
      const own = windows.filter(({ termId }) => termId === term.id)
      return own.length === 0 ? (
        <span className="text-ink-2">{windowText('office.open')}</span>
      ) : (
        <ul className="text-xs tabular-nums">
          {own.map(({ audience, onDay }) => (
            <li key={audience} className="whitespace-nowrap">
              {format.day(onDay)} {windowText(`audience.${audience}`)}
            </li>
          ))}
        </ul>
      )
    },
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-ink-2">{t('lead')}</p>
        {terms.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/adminstudent" search={{ tab: 'promotion' }}>
              {promotion('prepare')}
            </ButtonLink>
            {add}
          </div>
        )}
      </div>
      {move.error !== null && (
        <Notice alert tone="danger">
          {failureText(move.error)}
        </Notice>
      )}
      <Table
        caption={t('caption')}
        rows={terms}
        rowKey={term => term.id}
        rowLabel={firstName}
        onOpen={term => change({ id: term.id })}
        openKey={url['id']}
        empty={<Empty action={add}>{t('empty')}</Empty>}
        columns={[
          { key: 'name', header: t('name'), width: '22%', cell: term => <Name {...term} /> },
          {
            key: 'dates',
            header: t('dates'),
            cell: term => (
              <span className="tabular-nums">
                <span className="whitespace-nowrap">{format.day(term.startsOn)} –</span>{' '}
                <span className="whitespace-nowrap">{format.day(term.endsOn)}</span>
              </span>
            ),
          },
          {
            key: 'weekdays',
            header: t('weekdays'),
            hideOnTablet: true,
            cell: term => format.list(term.weekdays.map(weekday => format.weekday(weekday, 'short'))),
          },
          {
            key: 'sessions',
            header: t('sessions'),
            align: 'end',
            hideOnTablet: hasWindows,
            cell: term => format.number(term.sessionCount),
          },
          ...(hasWindows ? [windowColumn] : []),
          {
            key: 'status',
            header: t('status'),
            cell: term => <Status tone={tones[term.status]}>{status(term.status)}</Status>,
          },
          {
            key: 'moves',
            header: t('moves'),
            cell: term => (
              <span className="flex flex-wrap gap-2 max-sm:relative max-sm:z-1 max-sm:justify-end">
                {termMoves[term.status].map(to => (
                  <Button
                    key={to}
                    size="small"
                    variant={forward.indexOf(to) > forward.indexOf(term.status) ? 'secondary' : 'quiet'}
                    aria-label={format.labelled(
                      t(`move.${term.status}_${to}` as 'move.draft_registration'),
                      firstName(term),
                    )}
                    disabled={move.isPending}
                    onClick={() => make(term, to)}
                  >
                    {t(`move.${term.status}_${to}` as 'move.draft_registration')}
                  </Button>
                ))}
              </span>
            ),
          },
        ]}
      />
      {opening && <OpenClosed {...opening} />}
      {ending && <EndTerm {...ending} />}
      {url['id'] && <Panel key={url['id']} id={url['id']} onClose={() => change({ id: undefined })} />}
    </div>
  )
}
