import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { Failure, Later } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useDeviceText } from '#web/words/deviceText.ts'
import { tones, useSentText } from './sentText.ts'

/** The result of a test on each device; read again as the results arrive. */
const Result = ({ ids }: { ids: string[] }) => {
  const t = useTranslations('push.test')
  const text = useSentText()
  const device = useDeviceText()
  const tests = useReadLater('push-tests', { ids })
  return (
    <Later read={tests}>
      {found => (
        <>
          <ul aria-live="polite" className="grid gap-2">
            {found.map(each => (
              <li key={each.id} className="text-sm">
                <span className="flex flex-wrap items-center gap-x-3">
                  <span className="font-medium">{device(each.device)}</span>
                  <Status tone={tones[each.status]}>{text(each)}</Status>
                </span>
                {each.detail && <span className="block font-mono text-xs break-words text-ink-2">{each.detail}</span>}
              </li>
            ))}
          </ul>
          {found.some(({ status }) => status === 'queued') && (
            <Button size="small" variant="quiet" onClick={() => void tests.refetch()}>
              {t('look')}
            </Button>
          )}
        </>
      )}
    </Later>
  )
}

/** Sends a test to the caller's own devices, and shows the result of each. */
export const TestButton = ({ variant = 'secondary' }: { variant?: 'primary' | 'secondary' }) => {
  const t = useTranslations('push.test')
  const test = useWrite('push-test')
  const [ids, setIds] = useState<string[] | null>(null)
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant={variant} pending={test.isPending} onClick={() => test.start({}, answer => setIds(answer.ids))}>
        {t('send')}
      </Button>
      <Failure error={test.error} again={test.reset} />
      {ids?.length === 0 && <Notice tone="warn">{t('none')}</Notice>}
      {ids !== null && ids.length > 0 && <Result key={ids.join()} ids={ids} />}
    </div>
  )
}
