import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { HelpedClass } from '#contract/communication/volunteers.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Name, useNameText } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { InChinese } from '#web/words/InChinese.tsx'

const blank = { subject: '', body: '', nativeSubject: '', nativeBody: '' }

const Write = ({ to, onClose }: { to: HelpedClass; onClose: () => void }) => {
  const t = useTranslations('volunteers')
  const [texts, setTexts] = useState(blank)
  const mails = useMails()
  const form = useForm('volunteers-write', path => (path in blank ? t(path as keyof typeof blank) : path))
  const set = (key: keyof typeof blank) => (event: { target: { value: string } }) =>
    setTexts({ ...texts, [key]: event.target.value })
  const submit = () =>
    form.send({ sectionId: to.sectionId, ...texts, agreedPeople: to.people }, ({ people }) => {
      toast(t('sent', { n: people }))
      onClose()
    })
  return (
    <FormDialog
      title={t('write')}
      description={t('writeHint', { mails })}
      verb={t('send', { n: to.people })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('subject')} required {...form.field('subject')}>
        <Input value={texts.subject} onChange={set('subject')} />
      </Field>
      <Field label={t('body')} required {...form.field('body')}>
        <Textarea rows={5} value={texts.body} onChange={set('body')} />
      </Field>
      <InChinese text={''}>
        <details className="rounded-md border border-line px-3 py-1">
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium">{t('native')}</summary>
          <div className="grid gap-4 pb-3">
            <Field label={t('nativeSubject')} optional {...form.field('nativeSubject')}>
              <Input lang="zh" value={texts.nativeSubject} onChange={set('nativeSubject')} />
            </Field>
            <Field label={t('nativeBody')} optional {...form.field('nativeBody')}>
              <Textarea lang="zh" rows={5} value={texts.nativeBody} onChange={set('nativeBody')} />
            </Field>
          </div>
        </details>
      </InChinese>
    </FormDialog>
  )
}

/** A class as its room parent sees it: its families' names, and a way to write to them. */
const HelpedCard = ({ helped }: { helped: HelpedClass }) => {
  const t = useTranslations('volunteers')
  const format = useFormat()
  const nameText = useNameText()
  const [isWriting, setWriting] = useState(false)
  return (
    <Card title={t('mine', { section: nameText(helped) })}>
      <p className="text-sm text-ink-2">
        {[
          format.weekday(helped.weekday),
          `${format.time(helped.startsAt)}–${format.time(helped.endsAt)}`,
          helped.room,
          format.list(helped.teachers.map(nameText)),
          helped.toOn && t('mineUntil', { day: format.day(helped.toOn) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Button icon={PenLine} className="mt-3" onClick={() => setWriting(true)}>
        {t('write')}
      </Button>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
          {t('show')} <span className="text-ink-2">({t('list', { n: helped.students.length })})</span>
        </summary>
        <ul className="divide-y divide-line">
          {helped.students.map(student => (
            <li key={student.id} className="py-2">
              <span className="block font-medium">
                <Name {...student} />
              </span>
              <span className="block text-sm text-ink-2">{format.list(student.guardians.map(nameText))}</span>
            </li>
          ))}
        </ul>
      </details>
      {helped.written.length > 0 && (
        <section className="mt-3">
          <h3 className="text-sm font-semibold">{t('written')}</h3>
          <ul className="mt-1 grid gap-1 text-sm">
            {helped.written.slice(0, 5).map(({ id, subject, at }) => (
              <li key={id} className="flex justify-between gap-3">
                <span className="min-w-0">{subject}</span>
                <span className="shrink-0 text-ink-2">{format.instant(at, 'day')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isWriting && <Write to={helped} onClose={() => setWriting(false)} />}
    </Card>
  )
}

/** The classes whose room parent the reader is; nothing for anyone else. */
export const RoomParentCards = () =>
  (useReadLater('volunteers-classes', {}, { withPage: true }).data ?? []).map(of => (
    <HelpedCard key={of.sectionId} helped={of} />
  ))
