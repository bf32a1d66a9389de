import type { FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { School } from '#contract/school/config.ts'
import type { LanguageSettings } from '#contract/settings.ts'
import type { Language } from '#contract/values.ts'
import { useRead } from '#web/wire/call.ts'
import { formatMoney } from '#web/words/format.ts'
import { languageNames, languages } from '#web/words/languages.ts'
import { useMay } from '#web/session/may.ts'
import { schoolNow, schoolReady } from '#web/wire/school.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, RadioGroup, Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { RuleHistory } from './RuleHistory.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const Languages = ({ offered }: { offered: readonly Language[] }) => {
  const t = useTranslations('schoolRules.region')
  const may = useMay()
  const [{ chosen }, change] = useChanges<{ chosen: readonly Language[] }>({ chosen: offered })
  const form = useForm('config-changeLanguages', () => t('offered'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send({ offered: [...chosen] }, () => {
      void schoolReady(true)
      toast(t('savedLanguages'))
    })
  }
  const [first] = chosen
  const putFirst = (language: Language) => change({ chosen: [language, ...chosen.filter(each => each !== language)] })
  return (
    <Card title={t('languages')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <FormProblems form={form} />
        <Field group label={t('offered')} hint={t('offeredHint')} {...form.field('offered')}>
          {languages.map(language => (
            <Checkbox
              key={language}
              id={`language-${language}`}
              label={languageNames[language]}
              checked={chosen.includes(language)}
              onChange={event =>
                change({
                  chosen: event.target.checked ? [...chosen, language] : chosen.filter(each => each !== language),
                })
              }
            />
          ))}
        </Field>
        {chosen.length > 1 && first && (
          <Field group label={t('first')}>
            <RadioGroup
              options={chosen.toSorted().map(value => ({ value, label: languageNames[value] }))}
              value={first}
              onChange={putFirst}
            />
          </Field>
        )}
        <div>
          <p className="mb-1 text-sm text-ink-2">{t('preview')}</p>
          {chosen.length > 1 && first ? (
            <Segmented
              label={t('preview')}
              options={chosen.map(value => ({ value, label: languageNames[value] }))}
              value={first}
              onChange={putFirst}
            />
          ) : (
            first && <p className="text-sm">{t('noSwitch', { language: languageNames[first] })}</p>
          )}
        </div>
        {may('config-changeLanguages') === true && (
          <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
            {t('saveLanguages')}
          </Button>
        )}
      </form>
    </Card>
  )
}

const withCurrent = (values: readonly string[], current: string): readonly string[] =>
  values.includes(current) ? values : [current, ...values]

const Place = ({ school }: { school: School }) => {
  const t = useTranslations('schoolRules.region')
  const may = useMay()
  const language = useLocale()
  const { isCurrencyFixed } = useRead('config-rules', {})
  const [typed, change] = useChanges(school)
  const form = useForm('config-change', path => (path === 'zone' || path === 'currency' ? t(path) : path))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.send(typed, () => {
      void schoolReady(true)
      toast(t('savedPlace'))
    })
  }
  const time = new Intl.DateTimeFormat(language, {
    timeZone: typed.zone,
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(schoolNow())
  return (
    <Card title={t('place')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <FormProblems form={form} />
        <Field label={t('zone')} hint={t('zoneNow', { time })} {...form.field('zone')}>
          <Select value={typed.zone} onChange={event => change({ zone: event.target.value })}>
            {withCurrent(Intl.supportedValuesOf('timeZone'), typed.zone).map(zone => (
              <option key={zone}>{zone}</option>
            ))}
          </Select>
        </Field>
        <Field
          label={t('currency')}
          hint={
            isCurrencyFixed
              ? t('currencyFixed')
              : t('currencyNow', { amount: formatMoney(language, 26_000, typed.currency) })
          }
          {...form.field('currency')}
        >
          <Select
            disabled={isCurrencyFixed}
            value={typed.currency}
            onChange={event => change({ currency: event.target.value })}
          >
            {withCurrent(Intl.supportedValuesOf('currency'), typed.currency).map(currency => (
              <option key={currency}>{currency}</option>
            ))}
          </Select>
        </Field>
        {may('config-change') === true && (
          <Button type="submit" variant="primary" pending={form.isPending} className="justify-self-start">
            {t('savePlace')}
          </Button>
        )}
      </form>
    </Card>
  )
}

/** The languages that people may choose, and the school's time zone and currency. */
export const OfficeRegion = () => {
  const t = useTranslations('schoolRules.region')
  const { school, languages: offered } = useRead('config-get', {})
  const format = useFormat()
  if (!school) return null
  const describe = ({ offered }: LanguageSettings): string =>
    offered.length > 1
      ? t('history', {
          first: languageNames[offered[0] ?? 'en'],
          list: format.list(offered.map(each => languageNames[each])),
        })
      : languageNames[offered[0] ?? 'en']
  return (
    <div className="grid max-w-160 gap-5">
      <p className="text-ink-2">{t('lead')}</p>
      <Languages offered={offered} />
      <Place school={school} />
      <RuleHistory kind="languages" describe={describe} />
    </div>
  )
}
