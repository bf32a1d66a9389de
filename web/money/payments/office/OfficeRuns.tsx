import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePages, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, SidePanel } from '#web/ui/Dialog.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { useFormat } from '#web/words/useFormat.ts'

const useRuns = () => usePages('payments-runs', {})
type Run = NonNullable<ReturnType<typeof useRuns>['rows']>[number]

const Undo = ({
  run,
  what,
  onClose,
  onDone,
}: {
  run: Run
  what: string
  onClose: () => void
  onDone: (message: string) => void
}) => {
  const t = useTranslations('payments.runs')
  const text = useUiText()
  const format = useFormat()
  const failureText = useFailureText()
  const write = useWrite('payments-undoRun')
  const undo = () =>
    write.start({ runId: run.id }, ({ count, creditCents }) =>
      onDone(t('undoneNow', { n: count, credit: format.money(creditCents) })),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('undoTitle', { what })}
      description={t('undoHint', { n: run.count })}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="danger" pending={write.isPending} onClick={undo}>
            {t('undoButton', { n: run.count })}
          </Button>
        </>
      }
    >
      {write.error !== null && (
        <Notice alert tone="danger">
          {failureText(write.error)}
        </Notice>
      )}
    </Dialog>
  )
}

/** The office's charge runs, newest first; a run of today can be undone as a whole. */
export const OfficeRuns = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('payments.runs')
  const format = useFormat()
  const first = useFirstName()
  const runs = useRuns()
  const [undoing, setUndoing] = useState<Run | null>(null)
  const [message, setMessage] = useState('')
  const nameOf = (run: Run) => first({ name: run.description, nativeName: run.nativeDescription })
  return (
    <>
      <SidePanel open onClose={onClose} title={t('title')} description={t('hint')}>
        <div role="status" className="empty:hidden">
          {message && (
            <Notice tone="good" className="mb-4">
              {message}
            </Notice>
          )}
        </div>
        <Failure error={runs.error} again={runs.again} />
        {runs.rows === undefined && runs.error === null && <Loading onRetry={runs.again} />}
        {runs.rows?.length === 0 && <p className="text-ink-2">{t('none')}</p>}
        <ul className="grid">
          {runs.rows?.map(run => (
            <li
              key={run.id}
              className="flex items-start justify-between gap-3 border-b border-line py-3 first:pt-0 last:border-0"
            >
              <div className="min-w-0">
                <p className="font-semibold">{nameOf(run)}</p>
                <p className="text-sm text-ink-2">
                  {run.amountCents === 0
                    ? t('eachOwn', { n: run.count, total: format.money(run.totalCents) })
                    : t('each', {
                        n: run.count,
                        amount: format.money(run.amountCents),
                        total: format.money(run.totalCents),
                      })}
                </p>
                <p className="text-sm text-ink-2">
                  {t('by', {
                    at: format.instant(run.at),
                    name: first({ name: run.by, nativeName: run.byNativeName }),
                  })}{' '}
                  · {t('due', { day: format.day(run.dueOn) })}
                </p>
                {run.reversedAt && <Badge>{t('undone', { at: format.instant(run.reversedAt, 'day') })}</Badge>}
              </div>
              {run.undoUntil && (
                <Button size="small" onClick={() => setUndoing(run)} aria-label={t('undoName', { what: nameOf(run) })}>
                  {t('undo')}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <LoadMore next={runs.next} onMore={runs.more} pending={runs.isMorePending} />
      </SidePanel>
      {undoing && (
        <Undo
          run={undoing}
          what={nameOf(undoing)}
          onClose={() => setUndoing(null)}
          onDone={what => {
            setMessage(what)
            setUndoing(null)
          }}
        />
      )}
    </>
  )
}
