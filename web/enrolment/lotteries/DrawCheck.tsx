import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Protocol } from '#contract/enrolment/lotteries.ts'
import type { Check } from '#rules/lottery.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The fields that only a drawn lottery has. */
export type DrawnProtocol = Protocol & {
  secret: string
  publicValue: string
  commitment: string
  fingerprint: string
}

const Line = ({ isRight, children }: { isRight: boolean; children: string }) => {
  const Icon = isRight ? CircleCheck : CircleX
  return (
    <li className="flex items-start gap-2">
      <Icon
        size={20}
        aria-hidden
        className={isRight ? 'mt-0.5 shrink-0 text-primary-ink' : 'mt-0.5 shrink-0 text-danger-ink'}
      />
      {children}
    </li>
  )
}

const Log = ({ steps }: { steps: Check['steps'] }) => {
  const t = useTranslations('lotteries.page')
  const format = useFormat()
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-primary-ink">{t('log')}</summary>
      <ol className="grid gap-3 text-sm">
        {[...Map.groupBy(steps, ({ turn }) => turn)].map(([turn, each]) => (
          <li key={turn}>
            <p className="font-semibold tabular-nums">
              {t('logTurn', { turn: String(turn), ticket: each[0]!.ticket })}
            </p>
            <ul className="text-ink-2">
              {each.map(({ numbers, code, outcome, left }) => (
                <li key={`${numbers.join()} ${code} ${outcome}`}>
                  {t(`step.${outcome}`, { numbers: format.list(numbers), code, left })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Repeats the draw on this device from the published data, compares the results, and shows every turn. */
export const DrawCheck = ({ protocol }: { protocol: DrawnProtocol }) => {
  const t = useTranslations('lotteries.page')
  const failure = useFailureText()
  const [check, setCheck] = useState<Check | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const format = useFormat()
  const run = async () => {
    setPending(true)
    setError(null)
    try {
      const { checkDraw } = await import('#rules/lottery.ts')
      setCheck(checkDraw(protocol))
    } catch (caught) {
      setError(caught)
    }
    setPending(false)
  }
  return (
    <div className="grid gap-3">
      <p className="max-w-[66ch] text-ink-2">{t('checkLead')}</p>
      <div>
        <Button variant="primary" pending={isPending} pendingText={t('checking')} onClick={() => void run()}>
          {t('check')}
        </Button>
      </div>
      {error !== null && (
        <Notice alert tone="danger">
          {failure(error)}
        </Notice>
      )}
      <div role="status">
        {check && (
          <ul className="grid gap-1.5">
            <Line isRight={check.isCommitted}>{t(check.isCommitted ? 'committed' : 'notCommitted')}</Line>
            <Line isRight={check.isListed}>{t(check.isListed ? 'listed' : 'notListed')}</Line>
            <Line isRight={check.differing.length === 0}>
              {check.differing.length === 0 ? t('same') : t('differs', { numbers: format.list(check.differing) })}
            </Line>
          </ul>
        )}
      </div>
      {check && <Log steps={check.steps} />}
    </div>
  )
}
