import { useTranslations } from 'use-intl'
import type { Setting, SettingKind } from '#contract/settings.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type RuleHistoryProps<K extends SettingKind> = { kind: K; describe: (value: Setting<K>) => string }

/** Every version of a rule in a sentence, with who set it and when; the newest is in force. */
export const RuleHistory = <K extends SettingKind>({ kind, describe }: RuleHistoryProps<K>) => {
  const t = useTranslations('schoolRules.history')
  const format = useFormat()
  const firstName = useFirstName()
  const versions = useReadLater('config-history', { kind })
  return (
    <Card title={t('title')}>
      <p className="mb-3 text-sm text-ink-2">{t('lead')}</p>
      <Later read={versions}>
        {found =>
          found.length === 0 ? (
            <p className="text-sm">{t('none')}</p>
          ) : (
            <ol className="grid gap-2 text-sm">
              {found.map((version, index) => (
                <li key={version.id} className="border-b border-line pb-2 last:border-0 last:pb-0">
                  <span className="flex flex-wrap items-center gap-2 text-ink-2">
                    {t('by', {
                      day: format.instant(version.at),
                      name: firstName({ name: version.by, nativeName: version.byNativeName }) || t('nobody'),
                    })}
                    {index === 0 && <Badge tone="good">{t('now')}</Badge>}
                  </span>
                  {describe(version.value as Setting<K>)}
                </li>
              ))}
            </ol>
          )
        }
      </Later>
    </Card>
  )
}
