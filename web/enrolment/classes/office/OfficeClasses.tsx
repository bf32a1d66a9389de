import { ChevronDown, Plus, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Section, SectionStatus } from '#contract/enrolment/classes.ts'
import { sectionMoves } from '#contract/enrolment/classes.plain.ts'
import type { Output } from '#contract/index.ts'
import { useRead, useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { Name, useNameText } from '#web/words/Name.tsx'
import { OfficeClassForm } from '#web/enrolment/classes/office/OfficeClassForm.tsx'
import { TermConflicts } from '#web/enrolment/classes/office/OfficeConflicts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Chip, Status, type Tone } from '#web/ui/Marks.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { Table, type Column } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const tones: Record<SectionStatus, Tone> = {
  draft: 'neutral',
  published: 'info',
  open: 'good',
  running: 'good',
  ended: 'neutral',
  cancelled: 'bad',
}

/** What a class may be made of: nothing archived, but what it has already. */
const usable = (parts: Output<'classes-parts'>, section: Section | null): Output<'classes-parts'> => {
  const courses = parts.courses.filter(({ id, isArchived }) => !isArchived || id === section?.courseId)
  return {
    ...parts,
    courses,
    programmes: parts.programmes.filter(({ id }) => courses.some(course => course.programmeId === id)),
    rooms: parts.rooms.filter(({ id, isArchived }) => !isArchived || id === section?.roomId),
  }
}

/** Moves classes as their table of moves allows, with a way back where there is one. */
const useMove = () => {
  const t = useTranslations('adminConfig.classes')
  const status = useTranslations('officeWords.sectionStatus')
  const move = useWrite('classes-move', ['terms', 'enrolments', 'students', 'parents', 'teachers'])
  const make = (section: Pick<Section, 'id' | 'name' | 'status'>, to: SectionStatus): void =>
    move.start({ id: section.id, to }, moved => {
      const back = sectionMoves[to].includes(section.status) ? () => make(moved, section.status) : undefined
      toast(t('moved', { name: moved.name, status: status(to) }), back)
    })
  return { make, error: move.error }
}

/** Whether fewer have joined a class than it needs, while they still can. */
const isAtRisk = ({ status, enrolled, minimum }: Section): boolean =>
  (status === 'open' || status === 'running') && enrolled < minimum

type Actions = { move: ReturnType<typeof useMove>; onCancel: (id: string) => void }

const useColumns = ({ move, onCancel }: Actions, clashing: ReadonlySet<string>): Column<Section>[] => {
  const t = useTranslations('adminConfig.classes')
  const risk = useTranslations('cancellations.risk')
  const status = useTranslations('officeWords.sectionStatus')
  const format = useFormat()
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
    { key: 'course', header: t('course'), cell: section => section.course },
    {
      key: 'when',
      header: t('when'),
      cell: section => (
        <span className="whitespace-nowrap tabular-nums">
          {format.weekday(section.weekday, 'short')} {format.time(section.startsAt)}–{format.time(section.endsAt)}
        </span>
      ),
    },
    { key: 'room', header: t('room'), cell: section => section.room || t('noRoom') },
    { key: 'teachers', header: t('teachers'), cell: section => section.teachers.join(', ') || t('noTeacher') },
    {
      key: 'seats',
      header: t('seats'),
      align: 'end',
      cell: section => (
        <>
          {section.enrolled}/{section.capacity}
          {section.waiting > 0 && <span className="text-marigold-ink"> +{section.waiting}</span>}
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
        </>
      ),
    },
    { key: 'tuition', header: t('tuition'), align: 'end', cell: section => format.money(section.tuitionCents) },
    {
      key: 'status',
      header: t('status'),
      cell: section =>
        sectionMoves[section.status].length === 0 ? (
          <Status tone={tones[section.status]}>{status(section.status)}</Status>
        ) : (
          <span className="inline-block max-sm:relative max-sm:z-1">
            <Menu
              label={t('movesOf', { name: section.name, status: status(section.status) })}
              button={
                <>
                  <Status tone={tones[section.status]}>{status(section.status)}</Status>
                  <ChevronDown size={16} aria-hidden className="text-ink-2" />
                </>
              }
              buttonClassName="-mx-2 inline-flex min-h-control-small items-center gap-2 rounded-md px-2 hover:bg-sunken"
            >
              {sectionMoves[section.status].map(to => (
                <MenuItem
                  key={to}
                  onSelect={() => (to === 'cancelled' ? onCancel(section.id) : move.make(section, to))}
                >
                  {t(`move.${section.status}_${to}` as 'move.draft_open')}
                </MenuItem>
              ))}
            </Menu>
          </span>
        ),
    },
  ]
}

/** The classes of a term, what clashes between them, and what can become of each. */
export const OfficeClasses = ({ onCancel }: { onCancel: (id: string) => void }) => {
  const t = useTranslations('adminConfig.classes')
  const risk = useTranslations('cancellations.risk')
  const format = useFormat()
  const nameText = useNameText()
  const failureText = useFailureText()
  const terms = useRead('terms-list', {})
  const parts = useRead('classes-parts', {})
  const all = useRead('classes-list', {})
  const [url, change] = useUrlState()
  const term =
    terms.find(each => each.id === url['term']) ??
    terms.find(each => ['registration', 'active', 'grading'].includes(each.status)) ??
    terms[0]
  const sections = all.filter(section => section.termId === term?.id)
  const asked = useReadLater('classes-conflicts', { termId: term?.id ?? '' }, { enabled: term !== undefined })
  const conflicts = asked.data ?? []
  const move = useMove()
  const columns = useColumns(
    { move, onCancel },
    new Set(conflicts.flatMap(({ sectionId, otherId }) => [sectionId ?? '', otherId ?? ''])),
  )
  if (!term || parts.courses.length === 0)
    return (
      <Empty
        action={
          <ButtonLink to="/adminconfig" search={{ subMenu: term ? 'courses' : 'terms' }} variant="primary">
            {t(term ? 'toCourses' : 'toTerms')}
          </ButtonLink>
        }
      >
        {t(term ? 'noCourses' : 'noTerm')}
      </Empty>
    )
  const open = url['id'] === 'new' ? null : sections.find(section => section.id === url['id'])
  const close = () => change({ id: undefined })
  const isClosed = term.status === 'closed' || term.status === 'archived'
  const add = !isClosed && (
    <Button variant="primary" icon={Plus} onClick={() => change({ id: 'new' })}>
      {t('add')}
    </Button>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Select
          aria-label={t('term')}
          className="w-full sm:w-64"
          value={term.id}
          onChange={event => change({ term: event.target.value, id: undefined })}
        >
          {terms.map(each => (
            <option key={each.id} value={each.id}>
              {nameText(each)}
            </option>
          ))}
        </Select>
        {sections.length > 0 && add}
      </div>
      {move.error !== null && (
        <Notice alert tone="danger">
          {failureText(move.error)}
        </Notice>
      )}
      <TermConflicts conflicts={conflicts} />
      <Table
        caption={t('caption', { term: nameText(term) })}
        rows={sections}
        rowKey={section => section.id}
        rowLabel={nameText}
        onOpen={section => change({ id: section.id })}
        openKey={url['id']}
        columns={columns}
        empty={<Empty action={add}>{t('empty', { term: nameText(term) })}</Empty>}
      />
      {open !== undefined && (
        <SidePanel
          key={url['id']}
          open
          onClose={close}
          title={open ? nameText(open) : t('add')}
          description={t(open ? 'editHint' : 'addHint', { term: nameText(term) })}
        >
          {open && isAtRisk(open) && (
            <Notice
              tone="warn"
              title={risk('below', {
                enrolled: format.number(open.enrolled),
                minimum: format.number(open.minimum),
              })}
              action={
                <Button size="small" onClick={() => onCancel(open.id)}>
                  {risk('callOff')}
                </Button>
              }
              className="mb-4"
            >
              {risk('belowHint')}
            </Notice>
          )}
          <OfficeClassForm section={open} term={term} parts={usable(parts, open)} others={sections} onSaved={close} />
        </SidePanel>
      )}
    </div>
  )
}
