import { useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { type Placeholder, placeholders } from '#rules/placeholders.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { useInChinese } from '#web/words/InChinese.tsx'
import type { TwoTexts } from './TwoLanguages.tsx'

type TextFieldsProps = {
  value: TwoTexts
  onChange: (next: TwoTexts) => void
  field: (path: string) => { id: string; error: string | undefined }
  /** Puts the languages below one another if there is no room for two columns. */
  stacked?: boolean
}

type Body = 'body' | 'nativeBody'

const Column = ({
  language,
  subject,
  body,
  lastRef,
  isOnly = false,
  value,
  onChange,
  field,
}: Omit<TextFieldsProps, 'stacked'> & {
  language: string
  subject: 'subject' | 'nativeSubject'
  body: Body
  lastRef: RefObject<Body>
  /** True if there is no column for another language. */
  isOnly?: boolean
}) => {
  const t = useTranslations('messages.compose')
  return (
    <div className="grid content-start gap-4" lang={language}>
      <Field label={t(isOnly ? 'onlySubject' : subject)} {...field(subject)}>
        <Input
          value={value[subject]}
          maxLength={200}
          onChange={event => onChange({ ...value, [subject]: event.target.value })}
        />
      </Field>
      <Field label={t(isOnly ? 'onlyBody' : body)} {...field(body)}>
        <Textarea
          className="min-h-44"
          maxLength={4000}
          value={value[body]}
          onFocus={() => {
            lastRef.current = body
          }}
          onChange={event => onChange({ ...value, [body]: event.target.value })}
        />
      </Field>
    </div>
  )
}

/** Subject and text in both languages side by side, with the placeholders that are filled in for each reader. */
export const TextFields = ({ stacked = false, ...rest }: TextFieldsProps) => {
  const t = useTranslations('messages.compose')
  const lastRef = useRef<Body>('body')
  const showsChinese = useInChinese(rest.value.nativeSubject + rest.value.nativeBody)
  const insert = (placeholder: Placeholder) => {
    const { value, onChange, field } = rest
    const body = lastRef.current
    const box = document.getElementById(field(body).id)
    const at = box instanceof HTMLTextAreaElement ? box.selectionStart : value[body].length
    const word = `{${placeholder}}`
    onChange({ ...value, [body]: value[body].slice(0, at) + word + value[body].slice(at) })
    if (!(box instanceof HTMLTextAreaElement)) return
    box.focus()
    // Runs once the new text is rendered.
    requestAnimationFrame(() => box.setSelectionRange(at + word.length, at + word.length))
  }
  return (
    <div className="grid gap-3">
      {showsChinese && <p className="text-sm text-ink-2">{t('languageHint')}</p>}
      <div className={classes('grid gap-4', !stacked && 'md:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]')}>
        <Column {...rest} lastRef={lastRef} language="en" subject="subject" body="body" isOnly={!showsChinese} />
        {showsChinese && (
          <Column {...rest} lastRef={lastRef} language="zh-Hans" subject="nativeSubject" body="nativeBody" />
        )}
      </div>
      <div role="group" aria-label={t('insert')} className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-ink-2">{t('insert')}</span>
        {placeholders.map(placeholder => (
          <Button key={placeholder} size="small" onClick={() => insert(placeholder)}>
            {t(`placeholder.${placeholder}`)}
          </Button>
        ))}
      </div>
    </div>
  )
}
