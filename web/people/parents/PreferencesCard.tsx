import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MailCategory } from '#contract/people/parents.record.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { Card } from '#web/ui/Page.tsx'

/** The topics on which a guardian receives emails; everything else in the application stays the same. */
export const PreferencesCard = () => {
  const t = useTranslations('record.mail')
  const preferences = useRead('parents-preferences', {})
  const write = useWrite('parents-changePreference')
  // A change shows at once, until the answer has been read again.
  const [chosen, setChosen] = useState<Partial<Record<MailCategory, 'instant' | 'off'>>>({})
  const choose = (category: MailCategory, mail: 'instant' | 'off') => {
    const before = preferences.find(each => each.category === category)?.mail ?? 'instant'
    setChosen({ ...chosen, [category]: mail })
    write.send({ category, mail }).catch(() => setChosen(now => ({ ...now, [category]: before })))
  }
  return (
    <Card title={t('title')}>
      <p className="-mt-2 mb-2 text-sm text-ink-2">{t('lead')}</p>
      <Failure error={write.error} again={write.reset} />
      <div className="divide-y divide-line">
        {preferences.map(({ category, mail }) => (
          <Switch
            key={category}
            label={t(category)}
            checked={(chosen[category] ?? mail) === 'instant'}
            onChange={on => choose(category, on ? 'instant' : 'off')}
          />
        ))}
      </div>
    </Card>
  )
}
