import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFirstName } from '#web/words/Name.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import type { Fit } from './fits.ts'

const tones = { in: 'info', held: 'warn', approval: 'info', waiting: 'warn', fits: 'good', clash: 'neutral' } as const

/** The children of a family whom a class suits, and how; nothing if it suits none. */
export const FitList = ({ fits }: { fits: readonly Fit[] }) => {
  const t = useTranslations('fits')
  const firstName = useFirstName()
  if (fits.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {fits.map(({ child, how, other }) => (
        <li key={child.id}>
          <Badge tone={tones[how]}>
            {how === 'fits' && <Check size={13} aria-hidden />}
            {how === 'clash'
              ? t('clash', { name: firstName(child), section: other ? firstName(other) : '' })
              : t(how === 'in' ? 'inIt' : how, { name: firstName(child) })}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
