import { Ban, Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Student } from '#contract/people/students.ts'
import { useRelationship } from '#web/people/students/shared/useRelationship.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Named } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

/** The people who may pick up a child today and those who are blocked, blocked ones first, by text and icon. */
export const PickUps = ({ student }: { student: Student }) => {
  const t = useTranslations('record.pickUp')
  const relationshipText = useRelationship()
  const format = useFormat()
  return (
    <ul className="-my-2 divide-y divide-line">
      {student.pickUps.map(({ id, name, nativeName, phone, relationship, rule, toDay }) => {
        const Icon = rule === 'allow' ? Check : Ban
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5">
            <div className="min-w-0">
              <p className="text-ui font-semibold">
                <Named names={{ name, nativeName }} />
              </p>
              <p className="text-sm text-ink-2">
                {[relationshipText(relationship), toDay && t('until', { day: format.day(toDay) })]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {phone && rule === 'allow' && <PhoneLink phone={phone} />}
            </div>
            <Badge tone={rule === 'allow' ? 'good' : 'bad'}>
              <Icon size={13} strokeWidth={3} aria-hidden />
              {t(rule === 'allow' ? 'may' : 'mayNot')}
            </Badge>
          </li>
        )
      })}
    </ul>
  )
}
