import { ChevronRight, Mail, Pencil, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { relationships } from '#contract/parents.ts'
import type { Output } from '#contract/index.ts'
import { Link } from '#web/link.tsx'
import { Named } from '#web/names.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Avatar, Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/useFormat.ts'

type Household = Output<'parents-household'>[number]
type Guardian = Household['guardians'][number]

/** The word for a relationship; what people wrote themselves stands as they wrote it. */
const useRelationship = (): ((relationship: string) => string) => {
  const t = useTranslations('household.relationships')
  return relationship => {
    const known = relationships.find(each => each === relationship)
    return known ? t(known) : relationship
  }
}

const Contact = ({ icon: Icon, href, children }: { icon: typeof Mail; href: string; children: ReactNode }) => (
  <a
    href={href}
    className="inline-flex min-h-11 min-w-0 items-center gap-2 text-sm wrap-anywhere text-ink-2 hover:text-ink hover:underline"
  >
    <Icon size={16} aria-hidden className="shrink-0" />
    {children}
  </a>
)

const GuardianRow = ({ of, isMe, onEdit }: { of: Guardian; isMe: boolean; onEdit: () => void }) => {
  const t = useTranslations('household')
  const relationship = useRelationship()
  return (
    <li className="flex items-start gap-3 py-4">
      <Avatar name={of.name} id={of.id} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          <Named of={of} />
        </p>
        <p className="text-sm text-ink-2">
          {relationship(of.relationship)}
          {isMe && ` · ${t('you')}`}
        </p>
        <p className="flex flex-wrap gap-x-5">
          {of.phone && (
            <Contact icon={Phone} href={`tel:${of.phone}`}>
              {of.phone}
            </Contact>
          )}
          {of.email && (
            <Contact icon={Mail} href={`mailto:${of.email}`}>
              {of.email}
            </Contact>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-2">
          <Badge tone={of.mayPickUp ? 'good' : 'bad'}>{t(of.mayPickUp ? 'mayPickUp' : 'mayNotPickUp')}</Badge>
          <Badge>{t(of.hasDataAccess ? 'seesData' : 'seesNoData')}</Badge>
        </p>
        {isMe && (
          <Button size="small" icon={Pencil} onClick={onEdit} className="mt-3">
            {t('editMe')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The adults of the household, with what each of them may do. */
export const Guardians = ({ household, me, onEdit }: { household: Household; me?: string; onEdit: () => void }) => {
  const t = useTranslations('household')
  return (
    <Card title={t('guardians')}>
      <ul className="-my-4 divide-y divide-line">
        {household.guardians.map(guardian => (
          <GuardianRow key={guardian.id} of={guardian} isMe={guardian.id === me} onEdit={onEdit} />
        ))}
      </ul>
    </Card>
  )
}

/** The children with their classes; each leads to the child's own page. */
export const Children = ({ household }: { household: Household }) => {
  const t = useTranslations('household')
  return (
    <Card title={t('children')}>
      <ul className="-my-2 divide-y divide-line">
        {household.children.map(child => (
          <li key={child.id} className="py-2">
            <Link
              to="/student"
              search={{ child: child.id }}
              className="-mx-2 flex min-h-row items-center gap-3 rounded-md px-2 py-1 hover:bg-sunken"
            >
              <Avatar name={child.name} id={child.id} />
              <span className="grid min-w-0 flex-1 gap-1">
                <span className="font-semibold">
                  <Named of={child} />
                </span>
                <span className="flex flex-wrap gap-1.5">
                  {child.sections.map(section => (
                    <Chip key={`${section.id}${section.status}`} crayon={section.crayon}>
                      <Named of={section} quiet="" />
                      {(section.status === 'waiting' || section.status === 'offered') && ` (${t('waiting')})`}
                    </Chip>
                  ))}
                  {child.sections.length === 0 && <span className="text-sm text-ink-2">{t('noClasses')}</span>}
                </span>
              </span>
              <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Whom the school calls when no guardian answers. */
export const Contacts = ({ household }: { household: Household }) => {
  const t = useTranslations('household')
  const relationship = useRelationship()
  return (
    <Card title={t('contacts')}>
      {household.contacts.length === 0 ? (
        <p className="text-ink-2">{t('noContacts')}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {household.contacts.map(contact => (
            <li key={contact.id} className="py-2">
              <p className="font-semibold">{contact.name}</p>
              {contact.relationship && <p className="text-sm text-ink-2">{relationship(contact.relationship)}</p>}
              <Contact icon={Phone} href={`tel:${contact.phone}`}>
                {contact.phone}
              </Contact>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const consentKinds = ['photo', 'medical', 'policy'] as const
const levels = ['public', 'school', 'none', 'granted'] as const

/** What the family has agreed to, by whom and when. */
export const Consents = ({ household }: { household: Household }) => {
  const t = useTranslations('household')
  const format = useFormat()
  if (household.consents.length === 0) return null
  return (
    <Card title={t('consents')}>
      <dl className="-my-2.5 divide-y divide-line">
        {household.consents.map(consent => {
          const kind = consentKinds.find(each => each === consent.kind)
          const level = levels.find(each => each === consent.level)
          return (
            <div key={consent.kind} className="py-2.5">
              <dt className="text-sm text-ink-2">{kind ? t(`consentKinds.${kind}`) : consent.kind}</dt>
              <dd className="font-semibold">{level ? t(`levels.${level}`) : consent.level}</dd>
              <dd className="text-sm text-ink-2">
                {t('signed', {
                  name: consent.signedName,
                  day: format.instant(consent.signedAt, 'day'),
                  version: consent.version,
                })}
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

/** Where the household lives, with a way to change it. */
export const Address = ({ household, onEdit }: { household: Household; onEdit: () => void }) => {
  const t = useTranslations('household')
  return (
    <Card
      title={t('address')}
      aside={
        <Button variant="quiet" size="small" icon={Pencil} onClick={onEdit} className="-my-2 -me-2">
          {t('edit')}
        </Button>
      }
    >
      <p className={household.address ? '' : 'text-ink-2'}>{household.address || t('noAddress')}</p>
    </Card>
  )
}
