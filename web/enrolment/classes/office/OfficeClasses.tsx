import { DoorOpen, Eye, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { currentTerm, isTermOver } from '#contract/school/terms.plain.ts'
import type { Section } from '#contract/enrolment/classes.ts'
import { enrollableSections, sectionStatuses } from '#contract/enrolment/classes.plain.ts'
import type { Output } from '#contract/index.ts'
import { useRead, useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { useChosen } from '#web/lists/listParts.tsx'
import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName, useNameText, useTeachersText } from '#web/words/Name.tsx'
import { ClassStatus, useClassMove } from '#web/enrolment/classes/office/OfficeClassStatus.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const OfficeClassPanel = lazily(() =>
  import('#web/enrolment/classes/office/OfficeClassPanel.tsx').then(module => module.OfficeClassPanel),
)

const TermConflicts = lazily(() =>
  import('#web/enrolment/classes/office/OfficeConflicts.tsx').then(module => module.TermConflicts),
)

/** True if a class has fewer students than it needs, while more can still join. */
export const isAtRisk = ({ status, termStatus, enrolled, minimum }: Section): boolean =>
  enrollableSections.includes(status) && !isTermOver(termStatus) && enrolled < minimum

type Actions = { move: ReturnType<typeof useClassMove>; onCancel: (id: string) => void }

const useColumns = ({ move, onCancel }: Actions, clashing: ReadonlySet<string>): Column<Section>[] => {
  const t = useTranslations('officeClasses')
  const teachersText = useTeachersText()
  const risk = useTranslations('cancellations.risk')
  const format = useFormat()
  const nameText = useNameText()
  return [
    {
      key: 'name',
      header: t('name'),
      cell: section => (
        <span className="flex flex-wrap items-center gap-2">
          <Chip crayon={section.crayon}>
            <Name {...section} />
          </Chip>
          {clashing.has(section.id) && (
            <TriangleAlert size={16} aria-label={t('clashes')} className="text-marigold-ink" />
          )}
        </span>
      ),
    },
    { key: 'teachers', header: t('teachers'), cell: section => teachersText(section) || t('noTeacher') },
    {
      key: 'when',
      header: t('when'),
      cell: section => (
        <span className="whitespace-nowrap tabular-nums">
          {format.weekday(section.weekday, 'short')} {format.time(section.startsAt)}–{format.time(section.endsAt)}
        </span>
      ),
    },
    { key: 'room', header: t('room'), hideOnTablet: true, cell: section => section.room || t('noRoom') },
    {
      key: 'taken',
      header: t('taken'),
      align: 'end',
      cell: section => (
        <span className="tabular-nums">
          {t('takenOf', { enrolled: format.number(section.enrolled), capacity: format.number(section.capacity) })}
          {section.enrolled > section.capacity && (
            <span className="block text-xs font-semibold text-marigold-ink">
              {t('overBy', { n: section.enrolled - section.capacity })}
            </span>
          )}
          {isAtRisk(section) && (
            <TriangleAlert
              size={16}
              aria-label={risk('below', {
                enrolled: format.number(section.enrolled),
                minimum: format.number(section.minimum),
              })}
              className="ms-1 inline align-text-bottom text-marigold-ink"
            />
          )}
        </span>
      ),
    },
    {
      key: 'waiting',
      header: t('waiting'),
      align: 'end',
      cell: section =>
        section.waiting > 0 ? (
          <span
            aria-label={t('waitingIn', { n: section.waiting, name: nameText(section) })}
            className="font-semibold text-marigold-ink tabular-nums"
            role="img"
          >
            {format.number(section.waiting)}
          </span>
        ) : (
          <span className="text-ink-2">–</span>
        ),
    },
    {
      key: 'status',
      header: t('status'),
      cell: section => <ClassStatus section={section} move={move} onCancel={onCancel} />,
    },
  ]
}

/** Publishes or opens many classes in one step, lists those that could not be, and undoes it. */
const usePublishing = (onDone: () => void) => {
  const t = useTranslations('officeClasses')
  const publish = useWrite('classes-publish')
  const undo = useUndoBatch()
  const [left, setLeft] = useState<Output<'classes-publish'>['left']>([])
  const send = (ids: readonly string[], to: 'published' | 'open') =>
    publish.start({ ids: [...ids], to }, answer => {
      const { batchId } = answer
      setLeft(answer.left)
      if (batchId !== null)
        toast(t(to === 'open' ? 'opened' : 'published', { n: answer.ids.length }), () => void undo(batchId))
      onDone()
    })
  return { send, left, isPending: publish.isPending, error: publish.error }
}

const isFound = (section: Section, search: string): boolean =>
  [
    section.name,
    section.nativeName,
    section.course,
    section.courseNativeName,
    section.room,
    ...section.teachers,
    ...section.teacherNativeNames,
  ]
    .join(' ')
    .toLowerCase()
    .includes(search.toLowerCase())

/** The classes of a term, their conflicts, and the actions on one class or many. */
export const OfficeClasses = ({ onCancel }: { onCancel: (id: string) => void }) => {
  const t = useTranslations('officeClasses')
  const status = useTranslations('officeWords.sectionStatus')
  const firstName = useFirstName()
  const nameText = useNameText()
  const failureText = useFailureText()
  const may = useMay()
  const terms = useRead('terms-list', {})
  const parts = useRead('classes-parts', {})
  const all = useRead('classes-list', {})
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const term = terms.find(each => each.id === url['term']) ?? currentTerm(terms)
  // The page names the term.
  const ofTerm = all.filter(({ termId }) => termId === term?.id).map(section => ({ ...section, otherTerm: null }))
  const state = sectionStatuses.find(each => each === url['state'])
  const sections = ofTerm.filter(
    section => (state === undefined || section.status === state) && isFound(section, search.search),
  )
  const asked = useReadLater(
    'classes-conflicts',
    { termId: term?.id ?? '' },
    { enabled: term !== undefined && may('classes-conflicts') !== false },
  )
  const conflicts = asked.data ?? []
  const move = useClassMove()
  const chosen = useChosen({ term: term?.id, state, search: search.search })
  const publishing = usePublishing(chosen.clear)
  const columns = useColumns(
    { move, onCancel },
    new Set(conflicts.flatMap(({ sectionId, otherId }) => [sectionId ?? '', otherId ?? ''])),
  )
  const paste = term && may('classes-paste') === true && (
    <ButtonLink to="/adminclass" search={{ do: 'paste', term: term.id }}>
      {t('paste')}
    </ButtonLink>
  )
  if (!term || parts.courses.length === 0)
    return (
      <Empty
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {paste}
            <ButtonLink to="/adminclass" search={{ tab: term ? 'courses' : 'terms' }} variant="primary">
              {t(term ? 'toCourses' : 'toTerms')}
            </ButtonLink>
          </span>
        }
      >
        {t(term ? 'noCourses' : 'noTerm')}
      </Empty>
    )
  const isClosed = isTermOver(term.status)
  const add = !isClosed && may('classes-create') === true && (
    <span className="flex flex-wrap justify-center gap-3">
      {paste}
      <Button variant="primary" icon={Plus} onClick={() => change({ id: 'new' })}>
        {t('add')}
      </Button>
    </span>
  )
  const clear = () => {
    search.type('')
    change({ search: undefined, state: undefined })
  }
  const error = move.error ?? publishing.error
  return (
    <div className="grid gap-4">
      <div data-filters className="flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} />
        <Select
          aria-label={t('term')}
          className="w-full sm:w-56"
          value={term.id}
          onChange={event => change({ term: event.target.value })}
        >
          {terms.map(each => (
            <option key={each.id} value={each.id}>
              {nameText(each)}
            </option>
          ))}
        </Select>
        <Select
          aria-label={t('stateFilter')}
          className="w-full sm:w-44"
          value={state ?? ''}
          onChange={event => change({ state: event.target.value })}
        >
          <option value="">{t('allStates')}</option>
          {sectionStatuses.map(each => (
            <option key={each} value={each}>
              {status(each)}
            </option>
          ))}
        </Select>
        <p role="status" className="text-sm text-ink-2">
          {t('count', { n: sections.length })}
        </p>
        {ofTerm.length > 0 && <span className="ms-auto">{add}</span>}
      </div>
      {error !== null && (
        <Notice alert tone="danger">
          {failureText(error)}
        </Notice>
      )}
      {publishing.left.length > 0 && (
        <Notice alert tone="warn" title={t('left', { n: publishing.left.length })}>
          <ul>
            {publishing.left.map(each => (
              <li key={each.id}>
                {each.isTermOver
                  ? t('leftTerm', { name: nameText(each) })
                  : t('leftStatus', { name: nameText(each), status: status(each.status) })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {conflicts.length > 0 && <TermConflicts conflicts={conflicts} />}
      <Table
        caption={t('caption', { term: firstName(term) })}
        rows={sections}
        rowKey={section => section.id}
        rowLabel={nameText}
        onOpen={section => change({ id: section.id })}
        columns={columns}
        {...(may('classes-publish') === true && { selection: chosen.selection })}
        empty={
          ofTerm.length > 0 ? (
            <Empty action={<Button onClick={clear}>{t('clear')}</Button>}>{t('nothing')}</Empty>
          ) : (
            <Empty action={add}>{t('empty', { term: nameText(term) })}</Empty>
          )
        }
      />
      <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
        <BulkAction icon={Eye} pending={publishing.isPending} onClick={() => publishing.send(chosen.ids, 'published')}>
          {t('publish')}
        </BulkAction>
        <BulkAction icon={DoorOpen} pending={publishing.isPending} onClick={() => publishing.send(chosen.ids, 'open')}>
          {t('open')}
        </BulkAction>
      </BulkBar>
      {url['id'] === 'new' && may('classes-create') === true && (
        <OfficeClassPanel section={null} term={term} others={ofTerm} onClose={() => change({ id: undefined })} />
      )}
    </div>
  )
}
