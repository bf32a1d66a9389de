import { useLocale, useTranslations } from 'use-intl'
import type { School } from '#contract/school/config.ts'
import { neededFor, schoolLacks } from '#rules/schoolProfile.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { useRead } from '#web/wire/call.ts'
import { textIn } from '#rules/inLanguage.ts'
import { mottoOf, schoolReady } from '#web/wire/school.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { InChinese } from '#web/words/InChinese.tsx'
import { OfficePictures } from './OfficePictures.tsx'
import { RuleForm } from './RuleForm.tsx'

/** A preview of the top of the home page and the footer of every page, with what is typed. */
const Preview = ({ school }: { school: School }) => {
  const t = useTranslations('adminConfig.school')
  const language = useLocale()
  const [motto, other] = mottoOf(school, language)
  const [opening] = textIn(language, school.about, school.nativeAbout).split(/\n\s*\n/)
  const contacts = [school.address, school.phone, school.email].filter(Boolean)
  return (
    <Card title={t('preview')}>
      <div className="board rounded-lg p-5 wrap-anywhere">
        <p className="text-sm text-on-board-2">
          {[motto && school.name, school.nativeName].filter(Boolean).join(' · ')}
        </p>
        <p className="display mt-2 text-2xl text-on-board">{motto || school.name}</p>
        {other && <p className="display mt-1 text-on-board-2">{other}</p>}
        {opening && <p className="mt-3 line-clamp-4 text-sm text-on-board-2">{opening}</p>}
      </div>
      <p className="mt-3 text-sm text-ink-2">{contacts.length > 0 ? contacts.join(' · ') : t('noContact')}</p>
      <Link to="/" className={`mt-2 inline-flex min-h-11 items-center text-sm ${textLink}`}>
        {t('toHome')}
      </Link>
    </Card>
  )
}

const Form = ({ school }: { school: School }) => {
  const t = useTranslations('adminConfig.school')
  const [values, change] = useChanges(school)
  const form = useForm('config-change', path => (path in school ? t(path as keyof School) : path))
  const bind = (key: keyof School) => ({
    value: values[key],
    onChange: (event: { target: { value: string } }) => change({ [key]: event.target.value }),
  })
  // Uses the rule of the checklist, so that no field is marked optional that the checklist lists as missing.
  const needed = (key: 'email' | 'phone' | 'address') => {
    const need = neededFor(values, key)
    return {
      label: t(key),
      optional: need === null,
      hint: need !== null && schoolLacks(values).includes(need) && t(`needed.${need}`),
    }
  }
  const submit = () =>
    form.send(values, saved => {
      change(saved)
      void schoolReady(true)
      toast(t('saved'))
    })
  return (
    <RuleForm form={form} write="config-change" onSubmit={submit} save={t('save')} aside={<Preview school={values} />}>
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
          <InChinese text={values.nativeTagline}>
            <Field label={t('nativeTagline')} optional {...form.field('nativeTagline')}>
              <Input {...bind('nativeTagline')} />
            </Field>
          </InChinese>
          <Field label={t('about')} hint={t('aboutHint')} optional {...form.field('about')}>
            <Textarea {...bind('about')} rows={6} />
          </Field>
          <InChinese text={values.nativeAbout}>
            <Field label={t('nativeAbout')} optional {...form.field('nativeAbout')}>
              <Textarea {...bind('nativeAbout')} rows={6} />
            </Field>
          </InChinese>
        </div>
      </Card>
      <Card title={t('contact')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field {...needed('email')} {...form.field('email')}>
            <Input type="email" {...bind('email')} />
          </Field>
          <Field {...needed('phone')} {...form.field('phone')}>
            <Input type="tel" {...bind('phone')} />
          </Field>
          <Field {...needed('address')} className="sm:col-span-2" {...form.field('address')}>
            <Input {...bind('address')} autoComplete="street-address" />
          </Field>
        </div>
      </Card>
    </RuleForm>
  )
}

/** The school's own facts, as families see them. */
export const OfficeSchool = () => {
  const { school } = useRead('config-get', {})
  return school ? (
    <div className="grid gap-5">
      <Form school={school} />
      <div className="max-w-160">
        <OfficePictures />
      </div>
    </div>
  ) : null
}
