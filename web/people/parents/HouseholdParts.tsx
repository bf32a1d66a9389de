import { ChevronRight, Mail, Pencil, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { Link } from '#web/routing/link.tsx'
import { Named, useNames } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useRelationship } from '#web/people/students/shared/useRelationship.ts'
import { notInYet } from '#web/people/parents/notInYet.ts'
import { PickUpBadge } from '#web/people/parents/pickUpParts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Avatar, Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

type Household = Output<'parents-household'>[number]
type Guardian = Household['guardians'][number]

type GuardianRowProps = { guardian: Guardian; isMe: boolean; onEdit: () => void; onAsk: () => void }

const GuardianRow = ({ guardian, isMe, onEdit, onAsk }: GuardianRowProps) => {
  const t = useTranslations('household')
  const ask = useTranslations('record.ask')
  const relationship = useRelationship()
  const names = useNames()
  return (
    <li className="flex items-start gap-3 py-4">
      <Avatar name={names(guardian).first} id={guardian.id} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          <Named names={guardian} />
        </p>
        <p className="text-sm text-ink-2">
          {relationship(guardian.relationship)}
          {isMe && ` · ${t('you')}`}
        </p>
        <p className="flex flex-wrap gap-x-5">
          {guardian.phone && <PhoneLink phone={guardian.phone} />}
          {guardian.email && (
            <a
              href={`mailto:${guardian.email}`}
              className="inline-flex min-h-11 min-w-0 items-center gap-2 text-sm wrap-anywhere text-ink-2 hover:text-ink hover:underline"
            >
              <Mail size={16} aria-hidden className="shrink-0" />
              {guardian.email}
            </a>
          )}
        </p>
        <p className="mt-1 flex flex-wrap gap-2">
          <PickUpBadge rule={guardian.mayPickUp ? 'allow' : 'deny'} />
          <Badge>{t(guardian.hasDataAccess ? 'seesData' : 'seesNoData')}</Badge>
        </p>
        {/* A quiet button's text begins at the margin, also on a line of its own. */}
        <p className="-ms-3 mt-3 flex flex-wrap gap-2">
          {isMe && (
            <Button size="small" icon={Pencil} className="ms-3" onClick={onEdit}>
              {t('editMe')}
            </Button>
          )}
          <Button
            size="small"
            variant="quiet"
            aria-label={ask('guardianButtonOf', { name: names(guardian).first })}
            onClick={onAsk}
          >
            {ask('guardianButton')}
          </Button>
        </p>
      </div>
    </li>
  )
}

type GuardiansProps = {
  household: Household
  me?: string
  onEdit: () => void
  onAsk: (id: string) => void
  onAdd: () => void
}

/** The guardians of the household, with what each may do. */
export const Guardians = ({ household, me, onEdit, onAsk, onAdd }: GuardiansProps) => {
  const t = useTranslations('household')
  const record = useTranslations('record')
  return (
    <Card
      title={t('guardians')}
      aside={
        <Button
          variant="quiet"
          size="small"
          icon={Plus}
          className="-my-2 -me-2"
          aria-label={record('ask.addTitle')}
          onClick={onAdd}
        >
          {record('add')}
        </Button>
      }
    >
      <ul className="-my-4 divide-y divide-line">
        {household.guardians.map(guardian => (
          <GuardianRow
            key={guardian.id}
            guardian={guardian}
            isMe={guardian.id === me}
            onEdit={onEdit}
            onAsk={() => onAsk(guardian.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** The children with their classes; each links to the child's own page. */
export const Children = ({ household, onAsk }: { household: Household; onAsk: (id: string) => void }) => {
  const t = useTranslations('household')
  const states = useTranslations('student.states')
  const ask = useTranslations('record.ask')
  const names = useNames()
  const format = useFormat()
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
              <Avatar name={names(child).first} id={child.id} />
              <span className="grid min-w-0 flex-1 gap-1">
                <span className="font-semibold">
                  <Named names={child} />
                </span>
                <span className="flex flex-wrap gap-1.5">
                  {child.sections.map(section => {
                    const why = notInYet(section.status)
                    return (
                      <Chip key={`${section.id}${section.status}`} crayon={section.crayon}>
                        <Named names={section} quiet="" />
                        {why && format.aside(why === 'waiting' ? t('waiting') : states(why))}
                      </Chip>
                    )
                  })}
                  {child.sections.length === 0 && <span className="text-sm text-ink-2">{t('noClasses')}</span>}
                </span>
              </span>
              <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
            </Link>
            <Button
              variant="quiet"
              size="small"
              className="ms-10"
              aria-label={ask('childTitle', { name: names(child).first })}
              onClick={() => onAsk(child.id)}
            >
              {ask('childButton')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The household's address, with a button to change it. */
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
