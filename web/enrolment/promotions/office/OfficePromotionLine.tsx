import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PromotionClass, PromotionLine, PromotionRun } from '#contract/enrolment/promotions.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText, useFieldText } from '#web/words/failureText.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { useNames, useNameText } from '#web/words/Name.tsx'
import { useConflictText, useReasonText, useTimeText } from '#web/enrolment/promotions/promotionText.ts'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog, SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'

type ChoiceProps = {
  classes: readonly PromotionClass[]
  value: string
  onChange: (id: string) => void
  error?: string | undefined
}

/** The classes of the new term with time and free seats. */
const ClassChoice = ({ classes, value, onChange, error }: ChoiceProps) => {
  const t = useTranslations('promotions.line')
  const names = useNames()
  const time = useTimeText()
  return (
    <Field label={t('class')} error={error}>
      <Select value={value} onChange={event => onChange(event.target.value)}>
        <option value="">{t('chooseClass')}</option>
        {classes.map(each => (
          <option key={each.id} value={each.id}>
            {t('option', {
              name: names(each).first,
              when: time(each),
              free: t('free', { n: Math.max(0, each.capacity - each.seated - each.coming) }),
            })}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type PutProps = {
  n: number
  classes: readonly PromotionClass[]
  isPending: boolean
  onPut: (sectionId: string) => void
  onClose: () => void
}

/** Puts several students into one class. */
export const PutIntoClass = ({ n, classes, isPending, onPut, onClose }: PutProps) => {
  const t = useTranslations('promotions.bulk')
  const text = useUiText()
  const [sectionId, setSection] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { n })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" disabled={sectionId === ''} pending={isPending} onClick={() => onPut(sectionId)}>
            {t('do')}
          </Button>
        </>
      }
    >
      <ClassChoice classes={classes} value={sectionId} onChange={setSection} />
    </Dialog>
  )
}

type PanelProps = {
  promotionLine: PromotionLine
  run: PromotionRun
  classes: readonly PromotionClass[]
  mayDecide: boolean
  onDecided: () => void
  onClose: () => void
}

/** One student: the reason for the proposal, conflicts with the family's times, and the decision. */
export const OfficePromotionLine = ({ promotionLine, run, classes, mayDecide, onDecided, onClose }: PanelProps) => {
  const t = useTranslations('promotions.line')
  const runText = useTranslations('promotions.run')
  const nameText = useNameText()
  const reason = useReasonText()
  const conflict = useConflictText()
  const failure = useFailureText()
  const fieldText = useFieldText()
  const goesOn = promotionLine.decision === 'promote' || promotionLine.decision === 'retain'
  const [choice, setChoice] = useState<'promote' | 'leave' | 'choose'>(
    goesOn ? 'promote' : promotionLine.decision === 'leave' ? 'leave' : 'choose',
  )
  const [sectionId, setSection] = useState(promotionLine.to?.id ?? '')
  const decide = useWrite('promotions-decide')
  const save = () => {
    const going = promotionLine.decision === 'retain' || run.step === 'continue' ? 'retain' : 'promote'
    decide.start(
      {
        id: run.id,
        lineIds: [promotionLine.id],
        decision: choice === 'promote' ? going : choice,
        sectionId: choice === 'promote' && sectionId !== '' ? sectionId : null,
      },
      ({ changed }) => {
        toast(runText('decided', { n: changed }))
        onDecided()
        onClose()
      },
    )
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={nameText({ name: promotionLine.student, nativeName: promotionLine.nativeName })}
      description={t('description', { section: nameText(promotionLine.from) })}
    >
      <div className="grid gap-5">
        <section>
          <h3 className="text-sm font-semibold">{t('why')}</h3>
          <p className="mt-1 text-ink-2">{reason(promotionLine)}</p>
        </section>
        {promotionLine.conflicts.length > 0 && (
          <Notice
            tone={promotionLine.conflicts.some(({ kind }) => kind === 'double') ? 'danger' : 'warn'}
            title={t('conflicts')}
          >
            <ul className="grid gap-1">
              {promotionLine.conflicts.map((each, index) => (
                <li key={index}>{conflict(each)}</li>
              ))}
            </ul>
          </Notice>
        )}
        {mayDecide ? (
          <>
            <Field label={t('decide')} group>
              <RadioGroup
                value={choice}
                onChange={setChoice}
                options={[
                  { value: 'promote', label: t('promote') },
                  { value: 'leave', label: t('leave') },
                  { value: 'choose', label: t('choose') },
                ]}
              />
            </Field>
            {choice === 'promote' && (
              <ClassChoice
                classes={classes}
                value={sectionId}
                onChange={setSection}
                error={fieldText(decide.error, 'sectionId')}
              />
            )}
            {decide.error !== null && (
              <Notice alert tone="danger">
                {failure(decide.error)}
              </Notice>
            )}
            <Button variant="primary" pending={decide.isPending} onClick={save} wide>
              {t('save')}
            </Button>
          </>
        ) : (
          run.status !== 'applied' && <p className="text-sm text-ink-2">{runText('locked')}</p>
        )}
        <Link to="/adminstudent" search={{ id: promotionLine.studentId }} className={textLink}>
          {t('openStudent')}
        </Link>
      </div>
    </SidePanel>
  )
}
