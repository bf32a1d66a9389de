import { Send, X } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Input as CallInput } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useFamilyName, useFirstName, useNames } from '#web/words/Name.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useForm } from '#web/records/useForm.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { nothingEnclosed } from './enclosed.ts'
import { PeopleFinder, type Found } from '#web/communication/messages/shared/PeopleFinder.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const MessageFiles = lazily(() => import('./MessageFiles.tsx').then(module => module.MessageFiles))

type Start = CallInput<'messages-startThread'>
type Target = Pick<Start, 'side' | 'householdId' | 'studentId' | 'sectionId'>

type WriteFormProps = {
  /** Null until a recipient is chosen. */
  target: Target | null
  side: Target['side']
  onSent: (id: string) => void
  /** Renders the choice of the recipient. */
  children: (error: { id: string; error: string | undefined }) => ReactNode
}

const WriteForm = ({ target, side, onSent, children }: WriteFormProps) => {
  const t = useTranslations('messages.start')
  const [values, setValues] = useState({ subject: '', body: '' })
  const [{ fileIds, isUnfinished }, setEnclosed] = useState(nothingEnclosed)
  const labels: Record<string, string> = {
    fileIds: t('files'),
    subject: t('subject'),
    body: t('body'),
    householdId: t('to'),
  }
  const form = useForm('messages-startThread', path => labels[path] ?? path)
  const nobody: Target = { side, householdId: null, studentId: null, sectionId: null }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ ...(target ?? nobody), ...values, fileIds }, ({ id }) => {
      toast(t('sent'))
      onSent(id)
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormProblems form={form} />
      {children(form.field('householdId'))}
      <Field label={t('subject')} required {...form.field('subject')}>
        <Input value={values.subject} onChange={event => setValues({ ...values, subject: event.target.value })} />
      </Field>
      <Field label={t('body')} required={fileIds.length === 0} hint={t('noReply')} {...form.field('body')}>
        <Textarea rows={6} value={values.body} onChange={event => setValues({ ...values, body: event.target.value })} />
      </Field>
      <MessageFiles onChange={setEnclosed} {...form.field('fileIds')} />
      <Button type="submit" variant="primary" icon={Send} pending={form.isPending} disabled={isUnfinished} wide="phone">
        {t('send')}
      </Button>
    </form>
  )
}

/** A new message from a family to the office, or to the teachers of a child's class. */
export const WriteToSchool = ({ onSent }: { onSent: (id: string) => void }) => {
  const t = useTranslations('messages.start')
  const names = useNames()
  const familyName = useFamilyName()
  const contacts = useReadLater('messages-contacts', {})
  const [chosen, setChosen] = useState(0)
  const format = useFormat()
  return (
    <Later read={contacts}>
      {list => {
        const homes = new Set(list.map(({ householdId }) => householdId)).size
        const contact = list[chosen]
        return (
          <WriteForm
            side="family"
            onSent={onSent}
            target={
              contact
                ? {
                    side: 'family',
                    householdId: contact.householdId,
                    studentId: contact.student?.id ?? null,
                    sectionId: contact.section?.id ?? null,
                  }
                : null
            }
          >
            {field => (
              <Field label={t('to')} {...field}>
                <Select value={chosen} onChange={event => setChosen(Number(event.target.value))}>
                  {list.map(({ student, section, teachers, ...home }, index) => (
                    <option key={`${home.householdId}${student?.id ?? ''}${section?.id ?? ''}`} value={index}>
                      {section && student
                        ? t('toTeacher', {
                            section: names(section).first,
                            teachers: format.list(teachers.map(each => names(each).first)),
                            child: names(student).first,
                          })
                        : homes > 1
                          ? t('toOfficeOf', { household: familyName(home) })
                          : t('toOffice')}
                    </option>
                  ))}
                </Select>
              </Field>
            )}
          </WriteForm>
        )
      }}
    </Later>
  )
}

/** A new message from a teacher to the family of one of their students. */
export const WriteToStudent = ({ onSent }: { onSent: (id: string) => void }) => {
  const t = useTranslations('messages.start')
  const names = useNames()
  const sections = useReadLater('classes-list', {})
  const [sectionId, setSectionId] = useState('')
  const [studentId, setStudentId] = useState('')
  const roster = useReadLater('classes-roster', { sectionId }, { enabled: sectionId !== '' })
  const students = sectionId !== '' && !roster.isPlaceholderData ? (roster.data ?? []) : []
  return (
    <Later read={sections}>
      {list => {
        const running = list.filter(({ status }) => status === 'open' || status === 'running')
        if (running.length === 0) return <Empty>{t('noClass')}</Empty>
        return (
          <WriteForm
            side="school"
            onSent={onSent}
            target={studentId ? { side: 'school', householdId: null, studentId, sectionId } : null}
          >
            {field => (
              <div className="grid gap-5">
                <Field label={t('class')}>
                  <Select
                    value={sectionId}
                    onChange={event => {
                      setSectionId(event.target.value)
                      setStudentId('')
                    }}
                  >
                    <option value="">{t('chooseClass')}</option>
                    {running.map(section => (
                      <option key={section.id} value={section.id}>
                        {names(section).first}
                      </option>
                    ))}
                  </Select>
                </Field>
                <Field label={t('child')} hint={t('childHint')} {...field}>
                  <Select
                    value={studentId}
                    disabled={students.length === 0}
                    onChange={event => setStudentId(event.target.value)}
                  >
                    <option value="">{t('chooseChild')}</option>
                    {students.map(student => (
                      <option key={student.studentId} value={student.studentId}>
                        {names(student).first}
                      </option>
                    ))}
                  </Select>
                </Field>
              </div>
            )}
          </WriteForm>
        )
      }}
    </Later>
  )
}

/** A new message from the office to a family. */
export const WriteToFamily = ({ onSent }: { onSent: (id: string) => void }) => {
  const t = useTranslations('messages.start')
  const audienceText = useTranslations('audience')
  const firstName = useFirstName()
  const [family, setFamily] = useState<Found | null>(null)
  return (
    <WriteForm
      side="school"
      onSent={onSent}
      target={family && { side: 'school', householdId: family.id, studentId: null, sectionId: null }}
    >
      {field => (
        <Field label={t('family')} {...field}>
          {family ? (
            <p className="flex min-h-control items-center justify-between gap-3 rounded-md border border-line px-3">
              <span className="font-semibold">{firstName(family)}</span>
              <IconButton
                icon={X}
                label={audienceText('remove', { name: firstName(family) })}
                onClick={() => setFamily(null)}
              />
            </p>
          ) : (
            <PeopleFinder label={t('familySearch')} only="household" onPick={setFamily} />
          )}
        </Field>
      )}
    </WriteForm>
  )
}
