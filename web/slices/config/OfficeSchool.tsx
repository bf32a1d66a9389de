import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { School } from '#contract/config.ts'
import { schoolReady, useSchool } from '#web/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorSummary, Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/useForm.ts'
import { OfficePictures } from './OfficePictures.tsx'

const Form = ({ school }: { school: School }) => {
  const t = useTranslations('adminConfig.school')
  const [values, setValues] = useState(school)
  const form = useForm('config-change', path => (path in school ? t(path as keyof School) : path))
  const bind = (key: keyof School) => ({
    value: values[key],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [key]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(values, saved => {
      setValues(saved)
      void schoolReady(true)
      toast(t('saved'))
    })
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-160 gap-5">
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      {form.failure && (
        <Notice alert tone="danger">
          {form.failure}
        </Notice>
      )}
      <Card title={t('who')}>
        <div className="grid gap-4">
          <Field label={t('name')} required {...form.field('name')}>
            <Input {...bind('name')} autoComplete="organization" />
          </Field>
          <Field label={t('nativeName')} hint={t('nativeNameHint')} optional {...form.field('nativeName')}>
            <Input {...bind('nativeName')} />
          </Field>
          <Field label={t('tagline')} hint={t('taglineHint')} optional {...form.field('tagline')}>
            <Input {...bind('tagline')} />
          </Field>
          <Field label={t('nativeTagline')} optional {...form.field('nativeTagline')}>
            <Input {...bind('nativeTagline')} />
          </Field>
          <Field label={t('about')} hint={t('aboutHint')} optional {...form.field('about')}>
            <Textarea {...bind('about')} rows={6} />
          </Field>
          <Field label={t('nativeAbout')} optional {...form.field('nativeAbout')}>
            <Textarea {...bind('nativeAbout')} rows={6} />
          </Field>
        </div>
      </Card>
      <Card title={t('contact')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('email')} optional {...form.field('email')}>
            <Input type="email" {...bind('email')} />
          </Field>
          <Field label={t('phone')} optional {...form.field('phone')}>
            <Input type="tel" {...bind('phone')} />
          </Field>
          <Field label={t('address')} optional className="sm:col-span-2" {...form.field('address')}>
            <Input {...bind('address')} autoComplete="street-address" />
          </Field>
        </div>
      </Card>
      <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
        {t('save')}
      </Button>
    </form>
  )
}

/** The school's own facts, as families see them. */
export const OfficeSchool = () => {
  const school = useSchool()?.school
  return school ? (
    <div className="grid gap-5">
      <Form school={school} />
      <div className="max-w-160">
        <OfficePictures />
      </div>
    </div>
  ) : null
}
