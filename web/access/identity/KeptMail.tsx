import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { textLink } from '#web/routing/link.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useSchool } from '#web/wire/school.ts'

/** A link to the emails that the demo keeps instead of sending them. */
export const MailboxLink = ({ to }: { to: string }) => {
  const t = useTranslations('keptMail')
  return (
    <a
      href={`/mailbox?to=${encodeURIComponent(to)}`}
      target="_blank"
      rel="noreferrer"
      className={`inline-flex min-h-11 items-center justify-self-start ${textLink}`}
    >
      {t('mailbox')}
    </a>
  )
}

/** Says why no email comes, and whom to ask instead. */
export const AskOffice = ({ children }: { children?: ReactNode }) => {
  const t = useTranslations('keptMail')
  const school = useSchool()?.school
  const contact = [school?.phone, school?.email].filter(Boolean).join(' · ')
  return (
    <Notice>
      {children}
      <p className={children ? 'mt-1' : ''}>{contact ? t('contact', { contact }) : t('noContact')}</p>
    </Notice>
  )
}
