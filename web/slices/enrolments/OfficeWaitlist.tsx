import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/call.ts'
import { Later } from '#web/Later.tsx'
import { Name } from '#web/Name.tsx'
import { Chip } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/useFormat.ts'

type Entry = Output<'enrolments-waitlist'>[number]

const bySection = (entries: readonly Entry[]): [string, Entry[]][] => {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) groups.set(entry.section, [...(groups.get(entry.section) ?? []), entry])
  return [...groups]
}

/** Everybody who waits, class by class in the order of their place. */
export const OfficeWaitlist = () => {
  const t = useTranslations('adminDashboard')
  const format = useFormat()
  const waitlist = useReadLater('enrolments-waitlist', {})
  return (
    <Later of={waitlist}>
      {entries =>
        entries.length === 0 ? (
          <p className="text-ink-2">{t('nobodyWaits')}</p>
        ) : (
          <div className="grid gap-5">
            {bySection(entries).map(([section, waiting]) => (
              <section key={section} aria-label={section}>
                <h3 className="mb-1 font-sans tracking-normal">
                  <Chip crayon={waiting[0]?.crayon ?? 'slate'}>{section}</Chip>
                </h3>
                <ol className="grid">
                  {waiting.map(entry => (
                    <li
                      key={entry.id}
                      className="flex items-baseline gap-3 border-b border-line py-2 text-sm last:border-0"
                    >
                      <span className="w-6 shrink-0 text-end font-semibold tabular-nums">{entry.position}</span>
                      <span className="min-w-0 flex-1 font-medium">
                        <Name name={entry.student} nativeName={entry.nativeName} />
                      </span>
                      <span className="shrink-0 text-ink-2">
                        {entry.status === 'offered'
                          ? t('offered')
                          : t('since', { day: format.instant(entry.joinedAt, 'day') })}
                      </span>
                    </li>
                  ))}
                </ol>
              </section>
            ))}
          </div>
        )
      }
    </Later>
  )
}
