import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Submission } from '#contract/teaching/assignments.ts'
import { submissionMoves } from '#contract/teaching/assignments.plain.ts'
import type { StoredFile } from '#contract/access/files.ts'
import { keepAnswer, useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText, useFieldText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { AttachField } from '#web/access/files/shared/AttachField.tsx'
import { Attachments } from '#web/access/files/shared/Attachments.tsx'
import { StateBadge, useWorkText } from '#web/teaching/assignments/looks.tsx'
import { Turns } from '#web/teaching/assignments/Turns.tsx'
import { useDraftWork } from '#web/teaching/assignments/useDraftWork.ts'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUploads } from '#web/wire/useUploads.ts'

const take = (answer: Submission) =>
  keepAnswer('assignments-submission', { assignmentId: answer.assignment.id, studentId: answer.work.studentId }, answer)

/** The write's own `error` shows a failure; the promise outlives the form, which remounts with each turn. */
const isShown = () => undefined

/** The text and files of the answer, saved while they are being written, and turned in. */
const Answer = ({ submission }: { submission: Submission }) => {
  const t = useTranslations('assignments.family')
  const failure = useFailureText()
  const fieldText = useFieldText()
  const { assignment, work } = submission
  const of = { assignmentId: assignment.id, studentId: work.studentId }
  const [text, setText] = useState(work.text)
  const written = useRef(work.text)
  const draft = useDraftWork(of)
  const turnIn = useWrite('assignments-turnIn')
  const keep = (next: string, files: readonly StoredFile[]) => {
    // The field that was missing is filled now.
    if (turnIn.error !== null) turnIn.reset()
    draft.keep({ text: next, fileIds: files.map(({ id }) => id) })
  }
  const uploads = useUploads(work.files, files => keep(written.current, files))
  const isAgain = work.status === 'resubmit-requested'
  return (
    <form
      className="grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        const answered = { text, fileIds: uploads.stored.map(({ id }) => id) }
        void draft.drop().then(() => {
          turnIn.send({ ...of, ...answered }).then(
            answer => {
              void take(answer)
              toast(t('turnedIn'))
            },
            // What wasn't turned in is still a draft.
            () => draft.keep(answered),
          )
        })
      }}
    >
      {assignment.takesText && (
        <Field label={t('answer')} hint={t('answerHint')} error={fieldText(turnIn.error, 'text')}>
          <Textarea
            value={text}
            maxLength={4000}
            rows={5}
            onChange={event => {
              setText(event.target.value)
              written.current = event.target.value
              keep(event.target.value, uploads.stored)
            }}
          />
        </Field>
      )}
      {assignment.takesFiles && (
        <AttachField uploads={uploads} label={t('files')} error={fieldText(turnIn.error, 'fileIds')} />
      )}
      {turnIn.error !== null && (
        <Notice alert tone="danger">
          {failure(turnIn.error)}
        </Notice>
      )}
      {work.state === 'missing' && <p className="text-sm text-marigold-ink">{t('late')}</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          wide="phone"
          pending={turnIn.isPending}
          pendingText={t('turningIn')}
          disabled={uploads.isUnfinished}
        >
          {t(isAgain ? 'turnInAgain' : 'turnIn')}
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {uploads.isBusy ? t('uploadFirst') : draft.state !== 'idle' && t(draft.state)}
        </p>
      </div>
    </form>
  )
}

/** The submitted work, with a button to take it back until it is marked. */
const Given = ({ submission }: { submission: Submission }) => {
  const t = useTranslations('assignments.family')
  const failure = useFailureText()
  const { assignment, work } = submission
  const takeBack = useWrite('assignments-takeBack')
  const isWaiting = submissionMoves[work.status].includes('reclaimed')
  if (!work.text && work.files.length === 0) return null
  return (
    <Part title={t('yours')}>
      <div className="grid gap-3">
        {work.text && <p className="rounded-md bg-sunken px-4 py-3 whitespace-pre-line">{work.text}</p>}
        <Attachments files={work.files} />
        {work.isLate && <p className="text-sm text-ink-2">{t('isLate')}</p>}
        {isWaiting && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-ink-2">{t('waits')}</p>
            {work.isEnrolled && (
              <Button
                pending={takeBack.isPending}
                onClick={() => {
                  takeBack.send({ assignmentId: assignment.id, studentId: work.studentId }).then(answer => {
                    void take(answer)
                    toast(t('takenBack'))
                  }, isShown)
                }}
              >
                {t('takeBack')}
              </Button>
            )}
          </div>
        )}
        {takeBack.error !== null && (
          <Notice alert tone="danger">
            {failure(takeBack.error)}
          </Notice>
        )}
      </div>
    </Part>
  )
}

const Feedback = ({ submission }: { submission: Submission }) => {
  const t = useTranslations('assignments')
  const text = useWorkText()
  const firstName = useFirstName()
  const { assignment, work } = submission
  const last = work.turns.findLast(({ kind }) => kind === 'returned' || kind === 'resubmit-requested')
  if (!last) return null
  const name = firstName({ name: last.by, nativeName: last.byNativeName })
  return (
    <section className="margin-line ps-4">
      <h3 className="text-sm font-semibold text-ink-2">{name ? t('from', { name }) : t('feedback')}</h3>
      {last.points !== null && <p className="display text-xl">{text.points(last.points, assignment.maxPoints)}</p>}
      {last.text && <p className="mt-1 whitespace-pre-line">{last.text}</p>}
    </section>
  )
}

const Body = ({ submission }: { submission: Submission }) => {
  const t = useTranslations('assignments')
  const text = useWorkText()
  const { assignment, work, isOpen } = submission
  const isClosed = assignment.status === 'closed' && (work.state === 'missing' || work.state === 'due')
  return (
    <div className="grid gap-6 pb-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Chip crayon={assignment.crayon}>
          <Named names={{ name: assignment.section, nativeName: assignment.sectionNativeName }} quiet="" />
        </Chip>
        <StateBadge state={work.state} isLate={work.isLate} />
        <span className="text-sm text-ink-2">
          {text.due(assignment.due)}
          {assignment.maxPoints !== null && ` · ${t('worth', { n: assignment.maxPoints })}`}
        </span>
      </div>
      {work.state === 'resubmit' && <Notice tone="warn">{t('family.again')}</Notice>}
      {work.state === 'excused' && <Notice>{t('family.excused')}</Notice>}
      {isClosed && <Notice tone="warn">{t('family.closed')}</Notice>}
      <Feedback submission={submission} />
      <Part title={t('instructions')}>
        <div className="grid gap-3">
          <p className="whitespace-pre-line">{assignment.instructions || t('noInstructions')}</p>
          <Attachments files={assignment.files} />
        </div>
      </Part>
      {/* Remounts when the teacher has changed the work. */}
      {isOpen ? <Answer key={work.turns.length} submission={submission} /> : <Given submission={submission} />}
      <Turns turns={work.turns} maxPoints={assignment.maxPoints} />
    </div>
  )
}

/** One homework item of a child, beside the list: the task, the answer, and the teacher's feedback. */
export const WorkPanel = ({
  work,
  onClose,
}: {
  work: { assignmentId: string; studentId: string }
  onClose: () => void
}) => {
  const t = useTranslations('assignments')
  const found = useReadLater('assignments-submission', work)
  const assignment = found.data?.assignment
  return (
    <SidePanel
      open
      onClose={onClose}
      title={
        assignment ? (
          <Named names={{ name: assignment.title, nativeName: assignment.nativeTitle }} stacked />
        ) : (
          t('title')
        )
      }
      {...(found.data && { description: <Named names={found.data.work} /> })}
    >
      <Later read={found}>{submission => <Body submission={submission} />}</Later>
    </SidePanel>
  )
}
