import { Ban } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { EmergencyContact } from '#contract/people/students.homes.ts'
import { useRelationship } from '#web/people/students/shared/useRelationship.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

type Contact = EmergencyContact & { isBarred?: boolean }

/** The emergency contacts for when no guardian answers; a contact who is blocked from pick-up should not be called. */
export const EmergencyContacts = ({ contacts }: { contacts: readonly Contact[] }) => {
  const pickUp = useTranslations('record.pickUp')
  const relationshipText = useRelationship()
  return (
    <ul className="divide-y divide-line">
      {contacts.map(({ id, name, phone, relationship, isBarred = false }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
          <span className="font-medium">
            {name} {relationship && <span className="font-normal text-ink-2">{relationshipText(relationship)}</span>}
          </span>
          {isBarred ? (
            <Badge tone="bad">
              <Ban size={13} strokeWidth={3} aria-hidden />
              {pickUp('mayNot')}
            </Badge>
          ) : (
            <PhoneLink phone={phone} />
          )}
        </li>
      ))}
    </ul>
  )
}
