import { Archive, ArchiveRestore, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TeacherRecord } from '#contract/people/teachers.ts'
import type { useArchiving } from '#web/lists/archiving.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { BusyTimes } from '#web/people/teachers/BusyTimes.tsx'
import { TeacherFields, type TeacherValues, useTeacherLabel } from '#web/people/teachers/TeacherFields.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useInvited } from '#web/access/users/shared/useInvited.tsx'
import { RecordForm } from '#web/records/RecordForm.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { phoneHref } from '#web/ui/phoneHref.ts'

const Form = ({ teacher, onDone }: { teacher: TeacherRecord; onDone: () => void }) => {
  const peopleText = useTranslations('people')
  const { id, name, nativeName, email, phone, otherPhones, work } = teacher
  const [values, change] = useChanges<TeacherValues>({ name, nativeName, email, phone, otherPhones, work })
  const form = useForm('teachers-change', useTeacherLabel())
  const submit = () =>
    form.send({ id, ...values }, () => {
      toast(peopleText('saved'))
      onDone()
    })
  return (
    <RecordForm form={form} verb={peopleText('save')} onSubmit={submit} onCancel={onDone}>
      <TeacherFields values={values} onChange={change} field={form.field} hasAccount={teacher.accountId !== null} />
    </RecordForm>
  )
}

const Record = ({ teacher, onEdit }: { teacher: TeacherRecord; onEdit: (() => void) | null }) => {
  const t = useTranslations('people.teacher')
  const listText = useTranslations('adminTeacher')
  const peopleText = useTranslations('people')
  const planning = useTranslations('planning.busy')
  const may = useMay()
  const format = useFormat()
  const failureText = useFailureText()
  const resend = useWrite('teachers-resendInvitation')
  const invited = useInvited()
  const handing = useTranslations('handingOver')
  return (
    <div className="grid gap-6">
      {teacher.isArchived && <Notice>{peopleText('archivedHint')}</Notice>}
      <Part
        title={t('contact')}
        aside={
          onEdit && (
            <Button size="small" icon={Pencil} onClick={onEdit}>
              {peopleText('edit')}
            </Button>
          )
        }
      >
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {teacher.email ? (
            <a href={`mailto:${teacher.email}`} className={`break-all ${textLink}`}>
              {teacher.email}
            </a>
          ) : (
            <span className="text-ink-2">{t('noEmail')}</span>
          )}
          {teacher.phone && (
            <a href={phoneHref(teacher.phone)} className={textLink}>
              {teacher.phone}
            </a>
          )}
          {teacher.otherPhones && <span className="wrap-anywhere">{teacher.otherPhones}</span>}
        </p>
        {teacher.work && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{teacher.work}</p>}
      </Part>
      <Part title={t('classes')}>
        {teacher.taught.length === 0 ? (
          <p className="text-sm text-ink-2">{t('noClasses')}</p>
        ) : (
          <>
            <p className="mb-2 text-sm text-ink-2">{t('scope')}</p>
            <ul className="grid text-sm">
              {teacher.taught.map(section => (
                <li
                  key={section.id}
                  className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0"
                >
                  <span className="flex flex-wrap items-center gap-2">
                    <Link to="/adminclass" search={{ id: section.id }} className="rounded-full hover:underline">
                      <Chip crayon={section.crayon}>
                        <Name {...section} />
                      </Chip>
                    </Link>
                    <span className="text-ink-2">
                      <Name name={section.term} nativeName={section.termNativeName} />
                    </span>
                  </span>
                  <span className="text-ink-2">{t('students', { n: section.studentCount })}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Part>
      {may('teachers-busyTimes') === true && (
        <Part title={planning('officeTitle')}>
          <p className="mb-2 text-sm text-ink-2">{planning('officeHint')}</p>
          <BusyTimes id={teacher.id} mayChange={may('teachers-setBusyTimes') === true && !teacher.isArchived} />
        </Part>
      )}
      <Part title={t('signIn')}>
        {resend.error !== null && (
          <Notice alert tone="danger" className="mb-3">
            {failureText(resend.error)}
          </Notice>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <p>
            {teacher.lastSignInAt
              ? t('signedIn', { at: format.instant(teacher.lastSignInAt) })
              : teacher.accountId
                ? t('invited')
                : listText('notInvited')}
            {!teacher.email && !teacher.isArchived && <span className="block text-ink-2">{t('emailFirst')}</span>}
          </p>
          {teacher.accountId && may('users-get') === true && (
            <Link to="/adminuser" search={{ id: teacher.accountId }} className={textLink}>
              {t('toAccount')}
            </Link>
          )}
          {!teacher.email && !teacher.isArchived && onEdit && (
            <Button size="small" onClick={onEdit}>
              {t('addEmail')}
            </Button>
          )}
          {teacher.email &&
            !teacher.lastSignInAt &&
            !teacher.isArchived &&
            may('teachers-resendInvitation') === true && (
              <Button
                size="small"
                pending={resend.isPending}
                onClick={() => {
                  if (invited.isByHand) invited.handOver(teacher)
                  else
                    resend.start({ id: teacher.id }, () =>
                      invited.tell(teacher, peopleText('user.invited', { email: teacher.email })),
                    )
                }}
              >
                {invited.isByHand
                  ? handing('createLink')
                  : teacher.accountId
                    ? t('resend')
                    : peopleText('family.invite')}
              </Button>
            )}
          {invited.dialog}
        </div>
      </Part>
    </div>
  )
}

type PanelProps = { id: string; archiving: ReturnType<typeof useArchiving>; onClose: () => void }

/** One teacher's record, beside the list. */
export const OfficeTeacherPanel = ({ id, archiving, onClose }: PanelProps) => {
  const t = useTranslations('people')
  const nameText = useNameText()
  const may = useMay()
  const found = useReadLater('teachers-get', { id })
  const [editing, setEditing] = useState(false)
  const teacher = found.data
  return (
    <SidePanel
      open
      onClose={onClose}
      title={teacher ? nameText(teacher) : t('teacher.record')}
      {...(teacher &&
        !editing &&
        may('teachers-archive') === true && {
          actions: teacher.isArchived ? (
            <Button icon={ArchiveRestore} pending={archiving.isPending} onClick={() => archiving.restore([id])}>
              {t('restore')}
            </Button>
          ) : (
            <Button icon={Archive} pending={archiving.isPending} onClick={() => archiving.archive([id], onClose)}>
              {t('archive')}
            </Button>
          ),
        })}
    >
      {archiving.problems.map(problem => (
        <Notice key={problem} alert tone="warn" className="mb-4">
          {problem}
        </Notice>
      ))}
      <Later read={found}>
        {record =>
          editing ? (
            <Form teacher={record} onDone={() => setEditing(false)} />
          ) : (
            <Record teacher={record} onEdit={may('teachers-change') === true ? () => setEditing(true) : null} />
          )
        }
      </Later>
    </SidePanel>
  )
}
