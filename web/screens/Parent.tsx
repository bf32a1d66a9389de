import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useRead } from '#web/call.ts'
import { languageNames, languages } from '#web/languages.ts'
import { ButtonLink, textLink } from '#web/link.tsx'
import { useNames } from '#web/Name.tsx'
import { useSchool } from '#web/school.ts'
import { changeLanguage } from '#web/shell/Switches.tsx'
import { DueSoon } from '#web/slices/assignments/CurrentCard.tsx'
import { EditAddress } from '#web/slices/parents/EditAddress.tsx'
import { EditMe } from '#web/slices/parents/EditMe.tsx'
import { Address, Children, Consents, Contacts, Guardians } from '#web/slices/parents/HouseholdParts.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'

const LanguageCard = () => {
  const t = useTranslations('household')
  const language = useLocale()
  return (
    <Card title={t('fields.language')}>
      <Segmented
        label={t('fields.language')}
        options={languages.map(value => ({ value, label: languageNames[value] }))}
        value={language}
        onChange={next => void changeLanguage(next)}
      />
    </Card>
  )
}

/** What only the office changes, and how to reach it. */
const OfficeHint = () => {
  const t = useTranslations('household')
  const email = useSchool()?.school?.email
  return (
    <p className="px-1 text-sm text-ink-2">
      {t('officeHint')}{' '}
      {email && (
        <a href={`mailto:${email}`} className={textLink}>
          {email}
        </a>
      )}
    </p>
  )
}

/** The family's own record: who belongs to it, what was agreed, and what one may change oneself. */
export default function Parent() {
  const t = useTranslations('household')
  const names = useNames()
  const me = useRead('users-me', {})
  const households = useRead('parents-household', {})
  const [edit, setEdit] = useState<'me' | { address: string } | null>(null)
  const everybody = households.flatMap(({ guardians }) => guardians)
  const own =
    everybody.find(({ email }) => email === me?.email) ??
    everybody.find(({ hasAccount, name }) => hasAccount && name === me?.name)
  const moving = households.find(({ id }) => edit !== null && edit !== 'me' && id === edit.address)
  return (
    <Page board title={t('greeting', { name: me ? names(me).first : '' })} lead={t('lead')}>
      {households.length === 0 ? (
        <Empty action={<ButtonLink to="/registration">{t('register')}</ButtonLink>}>{t('nobody')}</Empty>
      ) : (
        <div className="grid gap-10">
          <DueSoon />
          {households.map((household, index) => (
            <section
              key={household.id}
              aria-label={household.name}
              className="grid items-start gap-4 min-[900px]:grid-cols-[3fr_2fr]"
            >
              <div className="grid gap-4">
                <Children household={household} />
                <Guardians household={household} {...(own && { me: own.id })} onEdit={() => setEdit('me')} />
              </div>
              <div className="grid gap-4">
                <Address household={household} onEdit={() => setEdit({ address: household.id })} />
                <Contacts household={household} />
                <Consents household={household} />
                {index === households.length - 1 && (
                  <>
                    <LanguageCard />
                    <OfficeHint />
                  </>
                )}
              </div>
            </section>
          ))}
        </div>
      )}
      {edit === 'me' && own && <EditMe me={own} onClose={() => setEdit(null)} />}
      {moving && <EditAddress household={moving} onClose={() => setEdit(null)} />}
    </Page>
  )
}
