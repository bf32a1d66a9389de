import { RotateCw, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Work = Output<'jobs-status'>

/** One failure: what it was, what went wrong, and a button to retry it. */
const Item = ({
  title,
  at,
  problem,
  error,
  children,
}: {
  title: ReactNode
  at: string
  problem: string
  error: string
  children: ReactNode
}) => {
  const t = useTranslations('jobs')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{title}</p>
        <p>{problem}</p>
        <p className="text-ink-2">{at}</p>
        {error !== '' && (
          <details className="mt-1 text-ink-2">
            <summary className="cursor-pointer">{t('details')}</summary>
            <p className="font-mono text-xs break-words">{error}</p>
          </details>
        )}
      </div>
      {children}
    </li>
  )
}

const More = ({ shown, all }: { shown: number; all: number }) => {
  const t = useTranslations('jobs')
  const format = useFormat()
  if (all <= shown) return null
  return <p className="pt-2 text-ink-2">{t('more', { n: format.number(shown), of: format.number(all) })}</p>
}

const Failures = ({ work }: { work: Work }) => {
  const t = useTranslations('jobs')
  const format = useFormat()
  const may = useMay()
  const retry = useWrite('jobs-retry')
  return (
    <Card title={t('failures')}>
      <ul className="divide-y divide-line text-sm">
        {work.failures.map(({ id, name, problem, error, at }) => (
          <Item
            key={id}
            title={t(`name.${name}`)}
            problem={t(`problem.${problem}`)}
            error={error}
            at={t('failedAt', { at: format.instant(at) })}
          >
            {may('jobs-retry') === true && (
              <Button
                size="small"
                icon={RotateCw}
                aria-label={format.labelled(t('retry'), t(`name.${name}`))}
                disabled={retry.isPending}
                onClick={() => retry.start({ id }, () => toast(t('retried')))}
              >
                {t('retry')}
              </Button>
            )}
          </Item>
        ))}
      </ul>
      <More shown={work.failures.length} all={work.nFailures} />
      <Failure error={retry.error} again={retry.reset} />
    </Card>
  )
}

const Mails = ({ work }: { work: Work }) => {
  const t = useTranslations('jobs')
  const format = useFormat()
  const mayResend = useMay()('jobs-resend') === true
  const one = useWrite('jobs-resend')
  const all = useWrite('jobs-resend')
  const isPending = one.isPending || all.isPending
  return (
    <Card
      title={t('mails')}
      aside={
        mayResend &&
        work.nMails > 1 && (
          <Button
            size="small"
            icon={Send}
            disabled={isPending}
            onClick={() => all.start({}, ({ mails }) => toast(t('resentAll', { n: mails })))}
          >
            {t('resendAll')}
          </Button>
        )
      }
    >
      {mayResend && work.nMails > 1 && <p className="text-sm text-ink-2">{t('resendAllHint')}</p>}
      <ul className="divide-y divide-line text-sm">
        {work.mails.map(({ id, to, subject, problem, error, at }) => (
          <Item
            key={id}
            title={`${to} · ${subject}`}
            problem={t(`mailProblem.${problem}`)}
            error={error}
            at={t('writtenAt', { at: format.instant(at) })}
          >
            {mayResend && (
              <Button
                size="small"
                icon={Send}
                aria-label={format.labelled(t('resend'), format.parts([to, subject]))}
                disabled={isPending}
                onClick={() => one.start({ id }, () => toast(t('resent')))}
              >
                {t('resend')}
              </Button>
            )}
          </Item>
        ))}
      </ul>
      <More shown={work.mails.length} all={work.nMails} />
      <Failure error={one.error ?? all.error} again={one.error ? one.reset : all.reset} />
    </Card>
  )
}

const Sendings = ({ sendings }: { sendings: Work['sendings'] }) => {
  const t = useTranslations('jobs')
  const format = useFormat()
  return (
    <Card title={t('sendings')}>
      <p className="text-sm text-ink-2">{t('sendingsHint')}</p>
      {sendings.length === 0 ? (
        <p className="mt-2 text-sm">{t('noSendings')}</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {sendings.map(({ id, subject, at, waiting, sent, failed, kept }) => {
            const all = waiting + sent + failed + kept
            const progress = t('progress', { done: format.number(sent), of: format.number(all) })
            return (
              <li key={id} className="grid gap-1 py-3">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="min-w-0 font-medium break-words">{subject}</span>
                  <span className="text-ink-2">{format.instant(at)}</span>
                </div>
                {waiting > 0 && (
                  <progress className="h-2 w-full" value={sent + failed} max={all} aria-label={subject} />
                )}
                <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1 tabular-nums">
                  <span>{progress}</span>
                  {waiting > 0 && <span>{t('waiting', { n: format.number(waiting) })}</span>}
                  {failed > 0 && <Status tone="bad">{t('failed', { n: format.number(failed) })}</Status>}
                  {kept > 0 && <span>{t('kept', { n: format.number(kept) })}</span>}
                </p>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

/** Background work: the failures, with a button to retry each, and the progress of large mailings. */
export const OfficeJobs = () => {
  const t = useTranslations('jobs')
  const work = useRead('jobs-status', {})
  return (
    <div className="grid gap-5">
      <p className="max-w-[66ch] text-sm text-ink-2">{t('lead')}</p>
      {work.nFailures === 0 && work.nMails === 0 && <Notice>{t('allWell')}</Notice>}
      {work.nFailures > 0 && <Failures work={work} />}
      {work.nMails > 0 && <Mails work={work} />}
      <Sendings sendings={work.sendings} />
    </div>
  )
}
