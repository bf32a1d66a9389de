import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportReport } from '#contract/exchange/oneroster.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { sendZip } from '#web/exchange/oneroster/sendZip.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FileInput, type FileItem } from '#web/ui/FileInput.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'

const outcomes = ['rows', 'new', 'changed', 'removed', 'unchanged', 'skipped', 'refused'] as const

/** The dry run: each table with its counts, notes, and the refused rows. */
const Report = ({ report }: { report: ImportReport }) => {
  const t = useTranslations('oneroster')
  const format = useFormat()
  const refused = report.files.reduce((sum, file) => sum + file.refused, 0)
  const shown = outcomes.filter(
    outcome => outcome === 'rows' || outcome === 'new' || report.files.some(file => file[outcome] > 0),
  )
  return (
    <div className="grid gap-5">
      <p className="text-sm text-ink-2">
        {report.source === ''
          ? t('report.version', { version: report.version })
          : t('report.from', { version: report.version, source: report.source })}
      </p>
      <Table
        caption={t('report.caption')}
        phone="scroll"
        rows={report.files}
        rowKey={row => row.file}
        rowLabel={row => t(`files.${row.file}`)}
        columns={[
          { key: 'file', header: t('report.table'), cell: row => t(`files.${row.file}`) },
          ...shown.map(outcome => ({
            key: outcome,
            header: t(`report.${outcome}`),
            align: 'end' as const,
            cell: (row: ImportReport['files'][number]) => (
              <span
                className={
                  outcome === 'refused' && row.refused > 0
                    ? 'font-semibold text-danger-ink'
                    : row[outcome] === 0
                      ? 'text-ink-2'
                      : ''
                }
              >
                {row[outcome]}
              </span>
            ),
          })),
        ]}
      />
      {report.notes.length > 0 && (
        <Notice title={t('report.notes')}>
          <ul className="mt-1 grid list-disc gap-1 ps-5">
            {report.notes.map(({ note, n }) => (
              <li key={note}>{t(`note.${note}`, { n })}</li>
            ))}
          </ul>
        </Notice>
      )}
      {report.problems.length > 0 && (
        <section aria-labelledby="oneroster-problems" className="grid gap-3">
          <h3 id="oneroster-problems" className="font-semibold">
            {t('report.problems', { n: refused })}
          </h3>
          <p className="max-w-[66ch] text-sm text-ink-2">
            {t('report.problemsText')}{' '}
            {refused > report.problems.length && t('report.firstOnes', { n: report.problems.length })}
          </p>
          <Table
            caption={t('report.problemsCaption')}
            rows={report.problems.map((problem, index) => ({ ...problem, key: String(index) }))}
            rowKey={row => row.key}
            rowLabel={row => `${row.file}.csv ${row.line}`}
            columns={[
              {
                key: 'file',
                header: t('report.table'),
                cell: row => <span className="font-mono text-xs">{row.file}.csv</span>,
              },
              { key: 'line', header: t('report.line'), align: 'end', cell: row => row.line },
              {
                key: 'sourcedId',
                header: 'sourcedId',
                cell: row => <span className="font-mono text-xs break-all">{row.sourcedId}</span>,
              },
              {
                key: 'column',
                header: t('report.column'),
                cell: row => <span className="font-mono text-xs">{row.column}</span>,
              },
              {
                key: 'reason',
                header: t('report.reason'),
                cell: row =>
                  format.sentences([t(`refusals.${row.reason}`), row.also > 0 && t('report.also', { n: row.also })]),
              },
              {
                key: 'value',
                header: t('report.value'),
                cell: row => <span className="font-mono text-xs break-all">{row.value}</span>,
              },
            ]}
          />
        </section>
      )}
    </div>
  )
}

/** An uploaded zip: its report, and the button that applies it. */
const Checked = ({
  uploadId,
  onDone,
  onUndo,
}: {
  uploadId: string
  onDone: () => void
  onUndo: (batchId: string) => void
}) => {
  const t = useTranslations('oneroster')
  const failureText = useFailureText()
  const check = useReadLater('oneroster-check', { uploadId })
  const apply = useWrite('oneroster-apply')
  const report = check.data
  const error = apply.error ?? check.error
  return (
    <div className="grid gap-5">
      {error !== null && (
        <Notice
          alert
          tone="danger"
          action={
            check.error !== null && (
              <Button size="small" onClick={() => void check.refetch()}>
                {t('report.again')}
              </Button>
            )
          }
        >
          {failureText(error)}
        </Notice>
      )}
      {report === undefined && check.error === null && <Loading />}
      {report && (
        <>
          <h3 className="text-lg font-semibold break-words">{t('report.title', { name: report.name })}</h3>
          {report.changes === 0 && (
            <Notice tone={report.problems.length > 0 ? 'warn' : 'good'}>
              {t(report.problems.length > 0 ? 'report.onlyRefused' : 'report.none')}
            </Notice>
          )}
          <Report report={report} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {report && report.changes > 0 && (
          <Button
            variant="primary"
            wide="phone"
            pending={apply.isPending}
            pendingText={t('report.applying')}
            onClick={() =>
              apply.start({ uploadId }, ({ batchId, changes }) => {
                toast(t('report.applied', { n: changes }), () => onUndo(batchId))
                onDone()
              })
            }
          >
            {t('report.apply', { n: report.changes })}
          </Button>
        )}
        <Button wide="phone" onClick={onDone}>
          {t('in.another')}
        </Button>
      </div>
    </div>
  )
}

/** The import of a zip: uploaded, checked, applied. The open one is in the address. */
export const OfficeImport = ({ onUndo }: { onUndo: (batchId: string) => void }) => {
  const t = useTranslations('oneroster.in')
  const failureText = useFailureText()
  const [url, setUrl] = useUrlState()
  const [sending, setSending] = useState<{ file: File; error: unknown } | null>(null)
  const uploadId = url['id']
  const send = (file: File) => {
    setSending({ file, error: null })
    sendZip(file).then(
      made => {
        setSending(null)
        setUrl({ id: made.uploadId })
      },
      (error: unknown) => setSending({ file, error }),
    )
  }
  const items: FileItem[] =
    sending === null
      ? []
      : [
          {
            key: 'zip',
            name: sending.file.name,
            ...(sending.error === null ? { progress: 0 } : { error: failureText(sending.error) }),
          },
        ]
  return (
    <Card title={t('title')}>
      {uploadId ? (
        <Checked key={uploadId} uploadId={uploadId} onUndo={onUndo} onDone={() => setUrl({ id: undefined })} />
      ) : (
        <div className="grid gap-4">
          <p className="max-w-[66ch] text-ink-2">{t('text')}</p>
          <Field label={t('label')} hideLabel>
            <FileInput
              items={items}
              accept=".zip,application/zip"
              full={sending !== null && sending.error === null}
              onAdd={files => files[0] && send(files[0])}
              onRemove={() => setSending(null)}
              onRetry={() => sending && send(sending.file)}
              words={{
                add: t('choose'),
                drop: t('drop'),
                remove: name => t('remove', { name }),
                cancel: name => t('cancel', { name }),
                retry: name => t('retry', { name }),
                progress: name => t('progress', { name }),
              }}
            />
          </Field>
        </div>
      )}
    </Card>
  )
}
