import { ArrowDown, ArrowUp, ChevronRight, Printer, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AssignmentWork, Work } from '#contract/teaching/assignments.ts'
import { submissionMoves } from '#contract/teaching/assignments.plain.ts'
import { Named, useFirstName, useNameText } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { Part } from '#web/records/record.tsx'
import { ReturnSome } from '#web/teaching/assignments/ReturnSome.tsx'
import { Attachments } from '#web/access/files/shared/Attachments.tsx'
import { StateBadge, useWorkText } from '#web/teaching/assignments/looks.tsx'
import { MarkForm } from '#web/teaching/assignments/MarkForm.tsx'
import { Turns } from '#web/teaching/assignments/Turns.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'

type StudentsProps = {
  handedIn: AssignmentWork
  current: Work | undefined
  onChoose: (studentId: string) => void
  selection: ReadonlySet<string> | null
  onSelect: (next: Set<string>) => void
}

/** All students of the class, with the state of their work. */
const Students = ({ handedIn: { assignment, work }, current, onChoose, selection, onSelect }: StudentsProps) => {
  const t = useTranslations('assignments.mark')
  const text = useWorkText()
  const nameText = useNameText()
  const firstName = useFirstName()
  const toggle = (id: string) => {
    const next = new Set(selection)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <ul className="-my-2 divide-y divide-line">
      {work.map(each => (
        <li key={each.studentId} className="flex items-center gap-1">
          {selection && (
            <Checkbox
              hideLabel
              label={t('select', { name: nameText(each) })}
              disabled={!submissionMoves[each.status].includes('returned')}
              checked={selection.has(each.studentId)}
              onChange={() => toggle(each.studentId)}
            />
          )}
          <button
            type="button"
            aria-current={each === current ? 'true' : undefined}
            onClick={() => onChoose(each.studentId)}
            className={classes(
              'flex min-h-row min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2 text-start',
              each === current ? 'bg-primary-soft' : 'hover:bg-sunken',
            )}
          >
            <Avatar name={firstName(each)} id={each.studentId} size="small" />
            <span className="min-w-0 flex-1 font-medium">
              <Named names={each} stacked={current !== undefined} />
            </span>
            <span className="flex shrink-0 flex-col items-end gap-1">
              <StateBadge state={each.state} isLate={each.isLate} />
              {each.points !== null && (
                <span className="text-sm tabular-nums">{text.points(each.points, assignment.maxPoints)}</span>
              )}
            </span>
            {current === undefined && (
              <ChevronRight data-noprint size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

type OneProps = {
  handedIn: AssignmentWork
  current: Work
  onChoose: (studentId: string | undefined) => void
}

/** One student's work, beside its marks. */
const OneStudent = ({ handedIn: { assignment, work }, current, onChoose }: OneProps) => {
  const t = useTranslations('assignments.mark')
  const mayMark = useMay()('assignments-return') === true
  const at = work.indexOf(current)
  const name = useRef<HTMLHeadingElement>(null)
  const { studentId } = current
  // The next student begins at the top, with the name in view and focused.
  useEffect(() => {
    name.current?.focus({ preventScroll: true })
    name.current?.scrollIntoView({ block: 'start' })
  }, [studentId])
  const step = (by: 1 | -1) => {
    const next = work[at + by]
    if (next) onChoose(next.studentId)
  }
  /** Goes to the next student who waits, starting after this one; to the list if there is none. */
  const goOn = () => {
    const next = [...work.slice(at + 1), ...work.slice(0, at)].find(({ status }) => status === 'turned-in')
    onChoose(next?.studentId)
  }
  const isHere = current.text !== '' || current.files.length > 0
  return (
    <Card>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={name} tabIndex={-1} className="scroll-mt-6 text-lg">
          <Named names={current} />
        </h2>
        <div data-noprint className="flex items-center gap-1">
          <span className="me-1 text-sm text-ink-2 tabular-nums">
            {t('position', { at: String(at + 1), of: String(work.length) })}
          </span>
          <IconButton icon={ArrowUp} label={t('previous')} disabled={at === 0} onClick={() => step(-1)} />
          <IconButton icon={ArrowDown} label={t('next')} disabled={at === work.length - 1} onClick={() => step(1)} />
        </div>
      </header>
      <div className="grid gap-6">
        <StateBadge state={current.state} isLate={current.isLate} />
        {isHere ? (
          <Part title={t('answer')}>
            <div className="grid gap-3">
              {current.text && <p className="rounded-md bg-sunken px-4 py-3 whitespace-pre-line">{current.text}</p>}
              <Attachments files={current.files} />
            </div>
          </Part>
        ) : (
          current.status !== 'excused' && <p className="text-ink-2">{t('nothing')}</p>
        )}
        {mayMark && (
          <MarkForm
            key={`${current.studentId}${current.turns.length}`}
            assignment={assignment}
            work={current}
            onDone={goOn}
            onStep={step}
          />
        )}
        <Turns turns={current.turns} maxPoints={assignment.maxPoints} />
      </div>
    </Card>
  )
}

type MarkingProps = {
  handedIn: AssignmentWork
  studentId: string | undefined
  onChoose: (studentId: string | undefined) => void
}

/** The class's work on one assignment: all students in a list, and one after another to mark. */
export const Marking = ({ handedIn, studentId, onChoose }: MarkingProps) => {
  const t = useTranslations('assignments.mark')
  const assignmentsText = useTranslations('assignments')
  const { assignment, work } = handedIn
  const [selection, setSelection] = useState<Set<string>>(new Set())
  const [isReturning, setIsReturning] = useState(false)
  const mayMark = useMay()('assignments-return') === true
  const isOut = assignment.status === 'published' || assignment.status === 'closed'
  const current = isOut ? work.find(each => each.studentId === studentId) : undefined
  const unmarked = work.filter(({ status }) => status !== 'returned' && submissionMoves[status].includes('returned'))
  const chosen = work.filter(each => selection.has(each.studentId) && submissionMoves[each.status].includes('returned'))
  const setting = (assignment.instructions || assignment.files.length > 0) && (
    <Card title={assignmentsText('instructions')}>
      <div className="grid gap-3">
        {assignment.instructions && <p className="whitespace-pre-line">{assignment.instructions}</p>}
        <Attachments files={assignment.files} />
      </div>
    </Card>
  )
  if (!isOut)
    return (
      <div className="grid gap-4">
        <Notice>{t('notOut')}</Notice>
        {setting}
      </div>
    )
  if (work.length === 0) return <Empty>{t('empty')}</Empty>
  if (current)
    return (
      <div className="grid items-start gap-4 md:grid-cols-[2fr_3fr]">
        <div className="max-md:hidden print:hidden">
          <Card
            title={t('students')}
            aside={
              <Button size="small" icon={Users} onClick={() => onChoose(undefined)}>
                {t('allStudents')}
              </Button>
            }
          >
            <Students
              handedIn={handedIn}
              current={current}
              onChoose={onChoose}
              selection={null}
              onSelect={setSelection}
            />
          </Card>
        </div>
        <div className="grid gap-4">
          <div data-noprint className="md:hidden">
            <Button icon={Users} onClick={() => onChoose(undefined)}>
              {t('allStudents')}
            </Button>
          </div>
          <OneStudent handedIn={handedIn} current={current} onChoose={onChoose} />
        </div>
      </div>
    )
  return (
    <div className="grid gap-4">
      {setting}
      <Card
        title={t('students')}
        aside={
          <span data-noprint className="flex flex-wrap justify-end gap-2">
            {mayMark && unmarked.length > 0 && (
              <Button size="small" onClick={() => setSelection(new Set(unmarked.map(each => each.studentId)))}>
                {t('selectUnmarked')}
              </Button>
            )}
            <Button size="small" icon={Printer} onClick={() => print()}>
              {assignmentsText('print')}
            </Button>
          </span>
        }
      >
        <Students
          handedIn={handedIn}
          current={undefined}
          onChoose={onChoose}
          selection={mayMark ? selection : null}
          onSelect={setSelection}
        />
      </Card>
      <BulkBar count={chosen.length} onClear={() => setSelection(new Set())}>
        <BulkAction onClick={() => setIsReturning(true)}>{t('returnSome')}</BulkAction>
      </BulkBar>
      {isReturning && (
        <ReturnSome
          assignment={assignment}
          studentIds={chosen.map(each => each.studentId)}
          onClose={() => setIsReturning(false)}
          onDone={() => {
            setIsReturning(false)
            setSelection(new Set())
          }}
        />
      )}
    </div>
  )
}
