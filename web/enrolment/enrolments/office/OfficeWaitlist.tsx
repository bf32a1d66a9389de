import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link } from '#web/routing/link.tsx'
import { Name } from '#web/words/Name.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { LineRule, OfficeLine } from './OfficeLine.tsx'

type Entry = Output<'enrolments-waitlist'>[number]

const bySection = (entries: readonly Entry[]): [string, Entry[]][] => {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) groups.set(entry.sectionId, [...(groups.get(entry.sectionId) ?? []), entry])
  return [...groups]
}

/** Everyone on a waitlist, class by class in order. */
export const OfficeWaitlist = () => {
  const t = useTranslations('enrolling')
  const waitlist = useReadLater('enrolments-waitlist', {})
  return (
    <Later read={waitlist}>
      {entries =>
        entries.length === 0 ? (
          <p className="text-ink-2">{t('nobodyWaits')}</p>
        ) : (
          <div className="grid gap-5">
            <LineRule />
            {bySection(entries).map(([sectionId, waiting]) => {
              const { section, sectionNativeName, crayon, freeSeats } = waiting[0]!
              return (
                <section key={sectionId} aria-label={section}>
                  <h3 className="mb-1 flex flex-wrap items-center gap-2 font-sans tracking-normal">
                    <Link
                      to="/adminclass"
                      search={{ id: sectionId, tab: 'line' }}
                      className="rounded-full hover:underline"
                    >
                      <Chip crayon={crayon}>
                        <Name name={section} nativeName={sectionNativeName} />
                      </Chip>
                    </Link>
                    {freeSeats > 0 && <Badge tone="good">{t('freeSeats', { n: freeSeats })}</Badge>}
                  </h3>
                  <OfficeLine sectionId={sectionId} waiting={waiting} />
                </section>
              )
            })}
          </div>
        )
      }
    </Later>
  )
}
