import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AttendanceCode, OwnCode } from '#contract/teaching/absences.ts'
import { attendanceMeaning } from '#contract/teaching/absences.plain.ts'
import { attendanceCodes } from '#contract/attendance.plain.ts'
import { AttendanceBadge } from '#web/words/attendance.tsx'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Name } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'

const CodeForm = ({ code, onClose }: { code: OwnCode | undefined; onClose: () => void }) => {
  const t = useTranslations('adminConfig.attendance')
  const codes = useTranslations('attendance.codes')
  const [values, alter] = useChanges({
    code: code?.code ?? ('excused' as AttendanceCode),
    name: code?.name ?? '',
    nativeName: code?.nativeName ?? '',
  })
  const labelOf = (path: string) => (path in values ? t(path as keyof typeof values) : path)
  const create = useForm('absences-createCode', labelOf)
  const change = useForm('absences-changeCode', labelOf)
  const form = code ? change : create
  const saved = () => {
    toast(t('saved', { name: values.name.trim() }))
    onClose()
  }
  return (
    <FormDialog
      title={code ? t('change', { name: code.name }) : t('add')}
      verb={code && t('save')}
      form={form}
      onSubmit={() => (code ? change.send({ id: code.id, ...values }, saved) : create.send(values, saved))}
      onClose={onClose}
    >
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={values.name} onChange={event => alter({ name: event.target.value })} />
      </Field>
      <Field label={t('nativeName')} optional {...form.field('nativeName')}>
        <Input value={values.nativeName} onChange={event => alter({ nativeName: event.target.value })} />
      </Field>
      <Field label={t('code')} hint={t('codeHint')} {...form.field('code')}>
        <Select value={values.code} onChange={event => alter({ code: event.target.value as AttendanceCode })}>
          {attendanceCodes.map(code => (
            <option key={code} value={code}>
              {codes(code)}
            </option>
          ))}
        </Select>
      </Field>
    </FormDialog>
  )
}

/** The meaning of the roll's codes, and the school's own codes below them. */
export const OfficeCodes = () => {
  const t = useTranslations('adminConfig.attendance')
  const failure = useFailureText()
  const own = useRead('absences-codes', {})
  const archive = useWrite('absences-archiveCode')
  const [open, setOpen] = useState<string | null>(null)
  const set = (of: OwnCode, isArchived: boolean): void =>
    void archive
      .send({ id: of.id, isArchived })
      .then(() => toast(t(isArchived ? 'archivedToast' : 'restoredToast', of), () => set(of, !isArchived)))
      .catch((error: unknown) => toast(failure(error)))
  return (
    <Card
      title={t('title')}
      aside={
        <Button size="small" icon={Plus} onClick={() => setOpen('new')}>
          {t('add')}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-ink-2">{t('hint')}</p>
      <ul className="divide-y divide-line">
        {attendanceCodes.map(code => {
          const { isPresent, isExcused } = attendanceMeaning[code]
          return (
            <li key={code} className="grid gap-2 py-3">
              <div className="flex flex-wrap items-center gap-3 text-sm">
                <AttendanceBadge code={code} />
                <span className="text-ink-2">
                  {t(isPresent ? 'countsPresent' : isExcused ? 'countsExcused' : 'countsAbsent')}
                </span>
              </div>
              <ul className="grid gap-1 ps-4">
                {own
                  .filter(each => each.code === code)
                  .map(each => (
                    <li key={each.id} className="flex flex-wrap items-center gap-2 text-sm">
                      <span className="font-medium">
                        <Name {...each} />
                      </span>
                      {each.isArchived && <Badge>{t('archived')}</Badge>}
                      <span className="ms-auto flex gap-1">
                        <Button size="small" variant="quiet" onClick={() => setOpen(each.id)}>
                          {t('edit')}
                        </Button>
                        <Button
                          size="small"
                          variant="quiet"
                          disabled={archive.isPending}
                          onClick={() => set(each, !each.isArchived)}
                        >
                          {t(each.isArchived ? 'restore' : 'archive')}
                        </Button>
                      </span>
                    </li>
                  ))}
              </ul>
            </li>
          )
        })}
      </ul>
      {open && <CodeForm code={own.find(({ id }) => id === open)} onClose={() => setOpen(null)} />}
    </Card>
  )
}
