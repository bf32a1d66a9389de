import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PushCategory } from '#contract/access/push.plain.ts'
import { touch, useReadLater, useWrite } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useDeviceText } from '#web/words/deviceText.ts'
import { useFormat } from '#web/words/useFormat.ts'
import type { Output } from '#contract/index.ts'
import { abilityOf, forget, turnOn } from './browser.ts'
import { TestButton } from './TestButton.tsx'

type Mine = Output<'push-mine'>

/** The push notices of this browser: on, off, or why they are unavailable. */
const ThisDevice = ({ mine }: { mine: Mine }) => {
  const t = useTranslations('push.own')
  const [ability, setAbility] = useState(abilityOf)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const current = mine.devices.find(({ isCurrent }) => isCurrent)
  const end = useWrite('push-end')
  const begin = async () => {
    setBusy(true)
    setProblem(null)
    try {
      if (await turnOn()) toast(t('turnedOn'))
      else setAbility(abilityOf())
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
    await touch('push')
    setBusy(false)
  }
  if (current)
    return (
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Badge tone="good">{t('on')}</Badge>
          <Button
            size="small"
            pending={end.isPending}
            onClick={() => end.start({ id: current.id }, () => void forget().then(() => toast(t('turnedOff'))))}
          >
            {t('turnOff')}
          </Button>
        </div>
        <p className="text-sm text-ink-2">{t('onText')}</p>
        <Failure error={end.error} again={end.reset} />
        <TestButton />
      </div>
    )
  if (ability !== 'able')
    return <Notice tone={ability === 'blocked' ? 'warn' : 'info'}>{t(`ability.${ability}`)}</Notice>
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">{t('offText')}</p>
      {problem !== null && (
        <Notice alert tone="danger" title={t('failed')}>
          <span className="block font-mono text-xs break-words">{problem}</span>
        </Notice>
      )}
      <Button className="justify-self-start" variant="primary" pending={isBusy} onClick={() => void begin()}>
        {t('turnOn')}
      </Button>
    </div>
  )
}

/** The topics of push notices, for all of the person's devices. */
const Wanted = ({ mine }: { mine: Mine }) => {
  const t = useTranslations('push.own')
  const choose = useWrite('push-choose')
  // A change shows at once, until the answer has been read again.
  const [chosen, setChosen] = useState<Partial<Record<PushCategory, boolean>>>({})
  return (
    <section aria-labelledby="push-wanted" className="mt-5">
      <h3 id="push-wanted" className="font-semibold">
        {t('wanted')}
      </h3>
      <p className="mt-1 text-sm text-ink-2">{t('always')}</p>
      <Failure error={choose.error} again={choose.reset} />
      <div className="divide-y divide-line">
        {mine.wanted.map(({ category, isWanted }) => (
          <Switch
            key={category}
            label={t(category)}
            checked={chosen[category] ?? isWanted}
            onChange={on => {
              setChosen({ ...chosen, [category]: on })
              choose.send({ category, isWanted: on }).catch(() => setChosen(now => ({ ...now, [category]: isWanted })))
            }}
          />
        ))}
      </div>
    </section>
  )
}

/** The person's other devices, each with a button to unsubscribe it. */
const Others = ({ mine }: { mine: Mine }) => {
  const t = useTranslations('push.own')
  const format = useFormat()
  const device = useDeviceText()
  const end = useWrite('push-end')
  const others = mine.devices.filter(({ isCurrent }) => !isCurrent)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="push-others" className="mt-5">
      <h3 id="push-others" className="font-semibold">
        {t('others')}
      </h3>
      <Failure error={end.error} again={end.reset} />
      <ul>
        {others.map(({ id, name, since, lastSentAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
          >
            <div className="min-w-0">
              <p className="font-medium">{device(name)}</p>
              <p className="text-sm text-ink-2">
                {lastSentAt
                  ? t('lastSent', { at: format.instant(lastSentAt) })
                  : t('since', { at: format.instant(since) })}
              </p>
            </div>
            <Button
              size="small"
              aria-label={t('removeNamed', { name: device(name) })}
              onClick={() => end.start({ id }, () => toast(t('removed')))}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Push notices on this device and others, and their topics. Nothing for a person to whom the school sends none. */
export const OwnDevices = () => {
  const t = useTranslations('push.own')
  const may = useMay()
  const mine = useReadLater('push-mine', {}, { enabled: may('push-mine') === true && may('push-subscribe') === true })
  if (!mine.data) return mine.error ? <Failure error={mine.error} again={() => void mine.refetch()} /> : null
  const { isOffered, devices } = mine.data
  return (
    <Card title={t('title')}>
      {isOffered ? <ThisDevice mine={mine.data} /> : <p className="text-sm text-ink-2">{t('notOffered')}</p>}
      {devices.length > 0 && <Wanted mine={mine.data} />}
      <Others mine={mine.data} />
    </Card>
  )
}
