import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { PricingPolicy } from '#contract/school/config.ts'
import { prorationModes } from '#contract/settings.plain.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'

/** A tier as typed. */
export type Tier = { key: number; fromWeek: string; numerator: string; denominator: string }

type Props = {
  mode: PricingPolicy['prorationBy']
  tiers: readonly Tier[]
  onMode: (mode: PricingPolicy['prorationBy']) => void
  onTiers: (tiers: Tier[]) => void
  field: (path: string) => { id: string; error: string | null | undefined }
}

/** The tuition of a student who joins after the term has begun. */
export const LateJoining = ({ mode, tiers, onMode, onTiers, field }: Props) => {
  const t = useTranslations('adminConfig.fees')
  const late = useTranslations('officePrices.late')
  const change = (key: number, patch: Partial<Tier>) =>
    onTiers(tiers.map(tier => (tier.key === key ? { ...tier, ...patch } : tier)))
  return (
    <Card title={t('prorations')}>
      <Field group label={late('prorationBy')}>
        <RadioGroup
          value={mode}
          onChange={onMode}
          options={prorationModes.map(each => ({ value: each, label: late(each), hint: late(`${each}Hint`) }))}
        />
      </Field>
      {mode === 'weeks' && (
        <div className="mt-3 grid gap-3">
          {tiers.map((tier, index) => (
            <div key={tier.key} className="flex flex-wrap items-end gap-2">
              {(['fromWeek', 'numerator', 'denominator'] as const).map(part => (
                <Field key={part} label={t(part)} {...field(`prorations.${index}.${part}`)}>
                  <Input
                    inputMode="numeric"
                    className="max-w-20 text-end"
                    value={tier[part]}
                    onChange={event => change(tier.key, { [part]: event.target.value })}
                  />
                </Field>
              ))}
              <IconButton
                icon={X}
                label={t('removeTier', { number: String(index + 1) })}
                onClick={() => onTiers(tiers.filter(each => each.key !== tier.key))}
              />
            </div>
          ))}
          <Button
            size="small"
            icon={Plus}
            className="justify-self-start"
            onClick={() =>
              onTiers([
                ...tiers,
                { key: Math.max(0, ...tiers.map(({ key }) => key)) + 1, fromWeek: '', numerator: '', denominator: '' },
              ])
            }
          >
            {t('addTier')}
          </Button>
        </div>
      )}
    </Card>
  )
}
