import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Audience } from '#contract/communication/messages.audience.ts'
import { usePages, useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Named, useFamilyName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Loading } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** Returns the number of people whom an audience reaches now; nothing while it is empty. */
export const useReach = (audience: Audience) => {
  const reach = useReadLater('messages-audience', { audience }, { enabled: audience.length > 0 })
  return { ...reach, data: audience.length > 0 ? reach.data : undefined }
}

const Who = ({ audience, onClose }: { audience: Audience; onClose: () => void }) => {
  const t = useTranslations('audience')
  const pages = usePages('messages-audience', { audience })
  const familyName = useFamilyName()
  return (
    <Dialog open onClose={onClose} title={t('whoTitle')}>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      <ul className="divide-y divide-line">
        {pages.rows?.map(person => (
          <li key={person.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-medium">
                <Named names={person} />
              </span>
              {person.household && <span className="block text-sm text-ink-2">{familyName(person)}</span>}
            </span>
            <span className="flex gap-1.5">
              {!person.hasMail && <Badge tone="warn">{t('noMail')}</Badge>}
              {!person.hasAccount && <Badge>{t('noAccount')}</Badge>}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </Dialog>
  )
}

type ReachLineProps = {
  audience: Audience
  reach: ReturnType<typeof useReach>
  parts: readonly string[]
  /** The text while no audience is chosen. */
  empty: string
}

/** "Level 3 + Choir: 41 families, 63 people, 2 without email", with a list of the names. */
export const ReachLine = ({ audience, reach, parts, empty }: ReachLineProps) => {
  const t = useTranslations('audience')
  const [isOpen, setOpen] = useState(false)
  const format = useFormat()
  const { data } = reach
  if (audience.length === 0) return <p className="text-sm text-ink-2">{empty}</p>
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2.5">
      <Failure error={reach.error} again={() => void reach.refetch()} />
      <div role="status" className={reach.isPlaceholderData ? 'opacity-60' : undefined}>
        <p className="text-sm text-ink-2">{parts.join(' + ')}</p>
        {data && (
          <p className="font-semibold tabular-nums">
            {data.people === 0
              ? t('nobodyYet')
              : format.parts([
                  data.households > 0 && t('families', { n: data.households }),
                  t('people', { n: data.people }),
                  data.people > data.withMail && t('withoutMail', { n: data.people - data.withMail }),
                ])}
          </p>
        )}
        {data && data.unreachable > 0 && (
          <p className="text-sm text-marigold-ink">{t('unreachable', { n: data.unreachable })}</p>
        )}
      </div>
      {data && data.people > 0 && (
        <Button size="small" onClick={() => setOpen(true)}>
          {t('who')}
        </Button>
      )}
      {isOpen && <Who audience={audience} onClose={() => setOpen(false)} />}
    </div>
  )
}
