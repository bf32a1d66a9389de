import { Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AssignmentRow, AssignmentStatus } from '#contract/teaching/assignments.ts'
import { isSectionOver } from '#contract/enrolment/classes.plain.ts'
import { assignmentMoves } from '#contract/teaching/assignments.plain.ts'
import { usualDue } from '#rules/assignments.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText, useFieldText } from '#web/words/failureText.ts'
import { useNameText } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { AssignmentDialog } from '#web/teaching/assignments/AssignmentDialog.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'

type CopyProps = { assignment: AssignmentRow; onClose: () => void; onCopied: (sectionId: string, id: string) => void }

const Copy = ({ assignment, onClose, onCopied }: CopyProps) => {
  const t = useTranslations('assignments.mark')
  const nameText = useNameText()
  const failure = useFailureText()
  const fieldText = useFieldText()
  const sections = (useReadLater('classes-list', {}).data ?? []).filter(
    each =>
      each.id !== assignment.sectionId && (each.status === 'open' || each.status === 'running') && !isSectionOver(each),
  )
  const [chosen, setChosen] = useState('')
  const target = sections.find(({ id }) => id === chosen) ?? sections[0]
  const { day: today } = useSchoolClock()
  const meetings = useReadLater(
    'assignments-meetings',
    { sectionId: target?.id ?? assignment.sectionId },
    { enabled: target !== undefined },
  ).data
  const due = usualDue(meetings ?? [], today)
  const copy = useWrite('assignments-copy')
  const classError = fieldText(copy.error, 'sectionId')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('copyTitle', { title: assignment.title })}
      description={t('copyText')}
      {...(target && {
        actions: (
          <Button
            variant="primary"
            pending={copy.isPending}
            onClick={() =>
              copy.start({ id: assignment.id, sectionId: target.id, due: due ?? assignment.due }, made => {
                toast(t('copied', { name: nameText(target) }))
                onCopied(target.id, made.id)
              })
            }
          >
            {t('copyDo')}
          </Button>
        ),
      })}
    >
      {copy.error !== null && classError === undefined && (
        <Notice alert tone="danger" className="mb-4">
          {failure(copy.error)}
        </Notice>
      )}
      {target ? (
        <Field label={t('copyTo')} error={classError}>
          <Select value={target.id} onChange={event => setChosen(event.target.value)}>
            {sections.map(section => (
              <option key={section.id} value={section.id}>
                {nameText(section)}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <p>{t('noOther')}</p>
      )}
    </Dialog>
  )
}

type ActionsProps = {
  assignment: AssignmentRow
  onFailure: (error: unknown) => void
  onCopied: (sectionId: string, id: string) => void
  onRemoved: () => void
}

/** The actions on an assignment in its state: change it, move it along its transition table, copy or remove it. */
export const AssignmentActions = (props: ActionsProps) =>
  useMay()('assignments-change') === true && <Actions {...props} />

const Actions = ({ assignment, onFailure, onCopied, onRemoved }: ActionsProps) => {
  const t = useTranslations('assignments.mark')
  const [open, setOpen] = useState<'edit' | 'copy' | null>(null)
  const move = useWrite('assignments-move')
  const remove = useWrite('assignments-remove')
  const { status, section, sectionId, sectionNativeName, isOver } = assignment
  const go = (to: AssignmentStatus): void => {
    move
      .send({ id: assignment.id, to })
      .then(
        () =>
          toast(
            t(`moved.${to}`),
            assignmentMoves[to].includes(status) && status !== 'scheduled' ? () => go(status) : undefined,
          ),
        onFailure,
      )
  }
  // Scheduling needs a time, which is chosen when the assignment is set.
  const moves = assignmentMoves[status].filter(
    to => to !== 'scheduled' && !(to === 'published' && isOver) && !(to === 'draft' && assignment.counts.turnedIn > 0),
  )
  const close = () => setOpen(null)
  return (
    <>
      {status !== 'closed' && (
        <Button variant="board" icon={Pencil} onClick={() => setOpen('edit')}>
          {t('edit')}
        </Button>
      )}
      {moves
        .filter(to => to === 'published' || to === 'closed')
        .map(to => (
          <Button
            key={to}
            variant={to === 'published' ? 'accent' : 'board'}
            pending={move.isPending}
            onClick={() => go(to)}
          >
            {status === 'closed' ? t('reopen') : t(`move.${to}`)}
          </Button>
        ))}
      <Menu
        label={t('actions')}
        buttonClassName={buttonClass('board')}
        button={
          <>
            <Ellipsis size={18} aria-hidden />
            {t('actions')}
          </>
        }
      >
        <MenuItem onSelect={() => setOpen('copy')}>{t('copy')}</MenuItem>
        {moves.includes('draft') && <MenuItem onSelect={() => go('draft')}>{t('move.draft')}</MenuItem>}
        {status === 'draft' && (
          <MenuItem
            onSelect={() => {
              remove.send({ id: assignment.id }).then(() => {
                toast(t('removed', { title: assignment.title }))
                onRemoved()
              }, onFailure)
            }}
          >
            {t('remove')}
          </MenuItem>
        )}
      </Menu>
      {open === 'edit' && (
        <AssignmentDialog
          section={{ id: sectionId, name: section, nativeName: sectionNativeName }}
          assignment={assignment}
          onClose={close}
          onSaved={close}
        />
      )}
      {open === 'copy' && (
        <Copy
          assignment={assignment}
          onClose={close}
          onCopied={(sectionId, id) => {
            close()
            onCopied(sectionId, id)
          }}
        />
      )}
    </>
  )
}
