import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useRelationship } from '#web/people/students/shared/useRelationship.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { lazily } from '#web/routing/lazily.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useClose } from '#web/routing/wayBack.ts'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

type Household = Output<'parents-household'>[number]
type Contact = Household['contacts'][number]

// Opened only on demand, so its code loads then.
const EditContact = lazily(() => import('./EditHousehold.tsx').then(module => module.EditContact))

/** The emergency contacts for when no guardian answers. */
export const ContactsCard = ({ household }: { household: Household }) => {
  const t = useTranslations('record')
  const householdText = useTranslations('household')
  const relationship = useRelationship()
  const failure = useFailureText()
  const [{ edit, of }, change] = useUrlState()
  const remove = useWrite('parents-removeContact')
  const again = useWrite('parents-addContact')
  const close = useClose('edit', 'of')
  const found = household.contacts.find(({ id }) => id === of)
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  // If another guardian removes the contact, the form stays with what was typed, and saving says that it's gone.
  const edited = found ?? (last?.id === of ? last : undefined)
  const removeContact = ({ id, ...contact }: Contact) =>
    remove
      .send({ id })
      .then(() =>
        toast(t('contact.removed', { name: contact.name }), () =>
          again.start({ householdId: household.id, ...contact }),
        ),
      )
      .catch((error: unknown) => toast(failure(error)))
  return (
    <Card
      title={t('contact.title')}
      aside={
        household.isWhole && (
          <Button
            variant="quiet"
            size="small"
            icon={Plus}
            className="-my-2 -me-2"
            aria-label={t('contact.add')}
            onClick={() => change({ edit: 'contact', of: household.id })}
          >
            {t('add')}
          </Button>
        )
      }
    >
      {!household.isWhole && <p className="-mt-2 mb-4 text-sm text-ink-2">{t('contact.byOffice')}</p>}
      {household.contacts.length === 0 ? (
        <p className="text-ink-2">{householdText('noContacts')}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {household.contacts.map(contact => (
            <li key={contact.id} className="flex items-start justify-between gap-2 py-2">
              <div className="min-w-0">
                <p className="font-semibold">{contact.name}</p>
                {contact.relationship && <p className="text-sm text-ink-2">{relationship(contact.relationship)}</p>}
                <PhoneLink phone={contact.phone} />
              </div>
              {household.isWhole && (
                <span className="flex shrink-0">
                  <IconButton
                    icon={Pencil}
                    label={t('contact.editOf', { name: contact.name })}
                    onClick={() => change({ edit: 'contact', of: contact.id })}
                  />
                  <IconButton
                    icon={Trash2}
                    label={t('contact.removeOf', { name: contact.name })}
                    onClick={() => void removeContact(contact)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {edit === 'contact' && household.isWhole && (edited || of === household.id) && (
        <EditContact household={household} {...(edited && { contact: edited })} onClose={close} />
      )}
    </Card>
  )
}
