import { DatabaseBackup, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { BackupSettings } from '#contract/settings.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useSchool } from '#web/wire/school.ts'
import { Failure } from '#web/routing/Later.tsx'
import { tokenSynced } from '#web/session/session.ts'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { RuleForm } from './RuleForm.tsx'
import { RuleHistory } from './RuleHistory.tsx'
import { numberOf } from './typed.ts'
import { useMails } from '#web/wire/mails.ts'

type BackupStatus = Output<'backups-status'>

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const clockOf = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
/** The most backups that are listed; the others are only counted. */
const mostListed = 14

const useSize = () => {
  const format = useFormat()
  return (bytes: number): string => {
    const megabytes = bytes / 1e6
    return megabytes < 1000
      ? `${format.number(Math.max(0.1, Math.round(megabytes * 10) / 10))} MB`
      : `${format.number(Math.round(megabytes / 100) / 10)} GB`
  }
}

/** The problems with the backups, and what to do about them. */
const Warnings = ({ status }: { status: BackupStatus }) => {
  const t = useTranslations('backups.warning')
  const format = useFormat()
  const isDemo = useSchool()?.isDemo === true
  const { failure, warning, settings, folder } = status
  return (
    <>
      {failure && (
        <Notice tone="danger" title={t('failed.title')}>
          <p>
            {format.instant(failure.at)} · {t(`failed.${failure.problem}`, { folder })}
            {settings.isOn && !isDemo && ` ${t('failed.again')}`}
          </p>
        </Notice>
      )}
      {(warning === 'old' || warning === 'never') && (
        <Notice tone="warn" title={t(`${warning}.title`)}>
          <p>{t(`${warning}.text`)}</p>
        </Notice>
      )}
      {!settings.isOn && !isDemo && (
        <Notice tone="warn" title={t('off.title')}>
          <p>{t('off.text')}</p>
        </Notice>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
    <dt className="text-ink-2">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </div>
)

/** The last good backup, the time of the next, and a button to take one now. */
const Last = ({ status }: { status: BackupStatus }) => {
  const t = useTranslations('backups')
  const format = useFormat()
  const size = useSize()
  const may = useMay()
  const isDemo = useSchool()?.isDemo === true
  const take = useWrite('backups-take')
  const { folder, isDue, isRunning, nextAt } = status
  const [last] = status.list
  const next = () => {
    if (isDemo) return t('demo')
    if (isDue) return t('soon')
    return nextAt === null ? t('never') : format.instant(nextAt)
  }
  return (
    <Card title={last ? t('last') : t('none')}>
      <dl className="grid gap-2 text-sm">
        {last && (
          <>
            <Fact name={t('facts.at')}>{format.instant(last.at)}</Fact>
            <Fact name={t('facts.size')}>
              <span className="tabular-nums">{size(last.bytes)}</span>
            </Fact>
            <Fact name={t('facts.protection')}>
              <Status tone={last.isEncrypted ? 'good' : 'warn'}>{t(last.isEncrypted ? 'encrypted' : 'open')}</Status>
              <span className="block text-ink-2">{t(last.isEncrypted ? 'encryptedHint' : 'openHint')}</span>
            </Fact>
            <Fact name={t('facts.file')}>
              <span className="font-mono break-all">{last.fileName}</span>
              {!last.isThere && <span className="block font-semibold text-danger-ink">{t('isGone')}</span>}
            </Fact>
          </>
        )}
        <Fact name={t('facts.folder')}>
          <span className="font-mono break-all">{folder}</span>
        </Fact>
        <Fact name={t('facts.next')}>{next()}</Fact>
      </dl>
      <Failure error={take.error} again={() => take.start({})} />
      {may('backups-take') === true && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button
            icon={DatabaseBackup}
            variant="primary"
            disabled={isRunning}
            pending={take.isPending}
            onClick={() => take.start({})}
          >
            {t('take')}
          </Button>
          <div role="status" className="min-w-0 flex-1 basis-56 text-sm">
            {isRunning && (
              <>
                <span className="block font-semibold">{t('taking')}</span>
                <span className="block text-ink-2">{t('takingHint')}</span>
              </>
            )}
          </div>
        </div>
      )}
    </Card>
  )
}

const Kept = ({ list, keep }: { list: BackupStatus['list']; keep: number }) => {
  const t = useTranslations('backups')
  const format = useFormat()
  const size = useSize()
  return (
    <Card
      title={t('list.title')}
      aside={
        <span className="text-sm text-ink-2">
          {t('list.count', { n: format.number(list.length), keep: format.number(keep) })}
        </span>
      }
    >
      {list.length === 0 ? (
        <p className="text-sm text-ink-2">{t('none')}</p>
      ) : (
        <ol className="divide-y divide-line text-sm">
          {list.slice(0, mostListed).map(each => (
            <li key={each.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span>
                {format.instant(each.at)}
                {!each.isThere && <span className="block text-danger-ink">{t('isGone')}</span>}
              </span>
              <span className="text-ink-2 tabular-nums">
                {size(each.bytes)} · {t(each.isEncrypted ? 'encrypted' : 'open')}
              </span>
            </li>
          ))}
          {list.length > mostListed && (
            <li className="pt-2 text-ink-2">{t('list.older', { n: list.length - mostListed })}</li>
          )}
        </ol>
      )}
    </Card>
  )
}

const Elsewhere = ({ hasPassphrase }: { hasPassphrase: boolean }) => {
  const t = useTranslations('backups.elsewhere')
  return (
    <Card title={t('title')}>
      <div className="grid gap-3 text-sm">
        <p>{t('machine')}</p>
        {hasPassphrase ? (
          <p>{t('isSet')}</p>
        ) : (
          <>
            <p>{t('key')}</p>
            <p>{t('passphrase')}</p>
          </>
        )}
      </div>
    </Card>
  )
}

const Form = ({ status }: { status: BackupStatus }) => {
  const t = useTranslations('backups')
  const format = useFormat()
  const [{ isOn, hour, keep }, change] = useChanges({ ...status.settings, keep: String(status.settings.keep) })
  const form = useForm('config-changeBackups', path => t(path as 'hour' | 'keep'))
  const describe = (value: BackupSettings): string =>
    t(value.isOn ? 'history.on' : 'history.off', {
      time: format.time(clockOf(value.hour)),
      n: format.number(value.keep),
    })
  return (
    <RuleForm
      form={form}
      write="config-changeBackups"
      onSubmit={() => form.send({ isOn, hour, keep: numberOf(keep) }, () => toast(t('saved')))}
      save={t('save')}
      aside={
        <>
          <Elsewhere hasPassphrase={status.hasPassphrase} />
          <Kept list={status.list} keep={status.settings.keep} />
          <RuleHistory kind="backups" describe={describe} />
        </>
      }
    >
      <Card title={t('setting')}>
        <div className="grid gap-4">
          <Switch label={t('isOn')} hint={t('isOnHint')} checked={isOn} onChange={next => change({ isOn: next })} />
          {isOn && (
            <Field label={t('hour')} hint={t('hourHint')} {...form.field('hour')}>
              <Select
                className="max-w-40"
                value={hour}
                onChange={event => change({ hour: Number(event.target.value) })}
              >
                {hours.map(each => (
                  <option key={each} value={each}>
                    {format.time(clockOf(each))}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field label={t('keep')} hint={t('keepHint')} {...form.field('keep')}>
            <Input
              inputMode="numeric"
              className="max-w-24 text-end"
              value={keep}
              onChange={event => change({ keep: event.target.value })}
            />
          </Field>
        </div>
      </Card>
    </RuleForm>
  )
}

/**
 * A complete export as files that other programs can read, for a school that leaves or wants to look into its own data.
 */
const TakeAlong = () => {
  const t = useTranslations('backups.export')
  const mails = useMails()
  const may = useMay()
  const write = useWrite('backups-export')
  if (may('backups-export') !== true) return null
  const fetchFile = async () => {
    await tokenSynced()
    const link = document.createElement('a')
    link.href = '/files/school.zip'
    link.download = 'school.zip'
    link.click()
    toast(t('begun'))
  }
  return (
    <Card title={t('title')}>
      <div className="grid gap-3 text-sm">
        <p className="max-w-[66ch]">{t('what')}</p>
        <p className="max-w-[66ch]">{t(mails === 'kept' ? 'carefulKept' : 'careful')}</p>
        <Failure error={write.error} again={write.reset} />
        <div>
          <Button icon={Download} pending={write.isPending} onClick={() => write.start({}, () => void fetchFile())}>
            {t('button')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** The school's backups: their state, a button to take one now, and the schedule. */
export const OfficeBackups = () => {
  const status = useRead('backups-status', {})
  return (
    <div className="grid gap-5">
      <Warnings status={status} />
      <Last status={status} />
      <Form status={status} />
      <TakeAlong />
    </div>
  )
}
