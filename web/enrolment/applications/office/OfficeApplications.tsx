import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Application } from '#contract/enrolment/applications.ts'
import { applicationKinds, applicationMoves, type ApplicationStatus } from '#contract/enrolment/applications.plain.ts'
import { useFeature } from '#web/wire/school.ts'
import { usePages } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { ApplicationCard } from '#web/enrolment/applications/ApplicationCard.tsx'
import { Approve } from '#web/enrolment/applications/Approve.tsx'
import { Ask, Decline, Welcome } from '#web/enrolment/applications/Answering.tsx'
import { BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty, Loading } from '#web/ui/States.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'

const states = ['submitted', 'needs-info'] as const
type Doing = { what: 'welcome' | 'decline' | 'ask'; of: Application } | { what: 'approve'; ids: readonly string[] }

type RowProps = {
  application: Application
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
  onDo: (doing: Doing) => void
  /** Opens the form that decides on a level, where it is available. */
  onPlace: ((application: Application) => void) | undefined
}

const Row = ({ application, isSelected, onSelect, onDo, onPlace }: RowProps) => {
  const t = useTranslations('applications')
  const firstName = useFirstName()
  const may = useMay()
  const name = firstName({ name: application.student, nativeName: application.nativeName })
  const section = firstName({ name: application.section, nativeName: application.sectionNativeName })
  const isVisit = application.kind !== 'class'
  const mayDecide = may(isVisit ? 'visits-decide' : 'applications-approve') === true
  // Once the term is over, the only answer left is no.
  const moves: readonly ApplicationStatus[] = application.isOver ? ['declined'] : applicationMoves[application.status]
  return (
    <ApplicationCard
      application={application}
      select={
        !isVisit &&
        mayDecide &&
        moves.includes('approved') && (
          <Checkbox
            hideLabel
            label={t('select', { name, section })}
            checked={isSelected}
            onChange={event => onSelect(event.target.checked)}
          />
        )
      }
      actions={
        mayDecide && (
          <>
            {moves.includes('approved') && (
              <Button
                size="small"
                variant="primary"
                aria-label={t('approveOf', { kind: application.kind, name, section })}
                onClick={() =>
                  onDo(isVisit ? { what: 'welcome', of: application } : { what: 'approve', ids: [application.id] })
                }
              >
                {t('approve')}
              </Button>
            )}
            {!isVisit &&
              !application.isOver &&
              onPlace &&
              application.reasons.some(({ reason, isMet }) => reason === 'placement' && !isMet) && (
                <Button size="small" onClick={() => onPlace(application)}>
                  {t('decideLevel')}
                </Button>
              )}
            {!isVisit &&
              !application.isOver &&
              (moves.includes('needs-info') || application.status === 'needs-info') && (
                <Button
                  size="small"
                  aria-label={t('askOf', { name })}
                  onClick={() => onDo({ what: 'ask', of: application })}
                >
                  {t('ask')}
                </Button>
              )}
            {moves.includes('declined') && (
              <Button
                size="small"
                variant="quiet"
                aria-label={t('declineOf', { kind: application.kind, name, section })}
                onClick={() => onDo({ what: 'decline', of: application })}
              >
                {t('decline')}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

const Filters = () => {
  const t = useTranslations('applications')
  const hasTrials = useFeature('trials')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  return (
    <div data-filters className="flex flex-wrap items-end gap-3">
      <SearchBox search={search} label={t('search')} />
      {hasTrials && (
        <Field label={t('kind')} hideLabel>
          <Select value={url['kind'] ?? ''} onChange={event => change({ kind: event.target.value || undefined })}>
            <option value="">{t('all')}</option>
            {applicationKinds.map(kind => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t('state')} hideLabel>
        <Select value={url['state'] ?? ''} onChange={event => change({ state: event.target.value || undefined })}>
          <option value="">{t('anyState')}</option>
          {states.map(state => (
            <option key={state} value={state}>
              {t(`states.${state}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

type OfficeApplicationsProps = {
  /** Shows search and filters, which are kept in the address; omitted beside another page. */
  filters?: boolean
  onPlace?: (of: Application) => void
}

/** The applications that wait for approval, with what is needed to decide, one by one or many at once. */
export const OfficeApplications = ({ filters = false, onPlace }: OfficeApplicationsProps) => {
  const t = useTranslations('applications')
  const [url] = useUrlState()
  const kind = filters ? applicationKinds.find(each => each === url['kind']) : undefined
  const state = filters ? states.find(each => each === url['state']) : undefined
  const search = filters ? url['search'] : undefined
  const pages = usePages('applications-list', {
    ...(kind && { kind }),
    ...(state && { state }),
    ...(search && { search }),
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [doing, setDoing] = useState<Doing | null>(null)
  const shown = pages.rows ?? []
  // Applications decided since are no longer selected.
  const chosen = shown.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected)
    if (isSelected) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  return (
    <div className="grid gap-4">
      {filters && <Filters />}
      {filters && pages.total !== undefined && shown.length > 0 && (
        <p role="status" className="text-sm text-ink-2">
          {t('found', { n: pages.total })}
        </p>
      )}
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <Empty>{t(kind || state || search ? 'noneFound' : 'none')}</Empty>}
      <ul className="grid gap-3">
        {shown.map(each => (
          <Row
            key={each.id}
            application={each}
            isSelected={selected.has(each.id)}
            onSelect={isSelected => select(each.id, isSelected)}
            onDo={setDoing}
            onPlace={onPlace}
          />
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button variant="board" size="small" onClick={() => setDoing({ what: 'approve', ids: chosen.slice(0, 50) })}>
          {t('bulk')}
        </Button>
      </BulkBar>
      {doing?.what === 'approve' && (
        <Approve
          ids={doing.ids}
          onDone={() => {
            setSelected(new Set())
            setDoing(null)
          }}
          onClose={() => setDoing(null)}
        />
      )}
      {doing?.what === 'welcome' && <Welcome application={doing.of} onClose={() => setDoing(null)} />}
      {doing?.what === 'decline' && <Decline application={doing.of} onClose={() => setDoing(null)} />}
      {doing?.what === 'ask' && <Ask application={doing.of} onClose={() => setDoing(null)} />}
    </div>
  )
}
