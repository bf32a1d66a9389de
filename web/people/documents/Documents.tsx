import { FileText, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DocumentKind, StudentDocument } from '#contract/people/documents.ts'
import { documentKinds } from '#contract/people/documents.plain.ts'
import { fileTypes, uploadPath } from '#contract/access/files.plain.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure, Later } from '#web/routing/Later.tsx'
import { textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useUploads } from '#web/wire/useUploads.ts'

const accept = [
  ...Object.keys(fileTypes),
  ...Object.values(fileTypes).flatMap(ends => ends.map(end => `.${end}`)),
].join(',')

const AddDocument = ({ studentId, onClose }: { studentId: string; onClose: () => void }) => {
  const t = useTranslations('papers')
  const failureText = useFailureText()
  const labels = { kind: t('kind'), title: t('name'), expiresOn: t('expires'), fileId: t('file') }
  const form = useForm('documents-add', path => labels[path as 'kind'] ?? path)
  const uploads = useUploads([])
  const [kind, setKind] = useState<DocumentKind | ''>('')
  const [title, setTitle] = useState('')
  const [expiresOn, setExpiresOn] = useState('')
  const submit = () =>
    form.send(
      {
        studentId,
        kind: kind as DocumentKind,
        title: title || (kind === '' ? '' : t(`kinds.${kind}`)),
        expiresOn: expiresOn || null,
        fileId: uploads.stored[0]?.id ?? '',
      },
      () => {
        toast(t('added', { title: title || t(`kinds.${kind || 'other'}`) }))
        onClose()
      },
    )
  return (
    <FormDialog
      title={t('add')}
      description={t('lead')}
      form={{ ...form, isPending: form.isPending || uploads.isBusy }}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label={t('kind')} required {...form.field('kind')}>
        <Select value={kind} onChange={event => setKind(event.target.value as DocumentKind)}>
          <option value="" />
          {documentKinds.map(each => (
            <option key={each} value={each}>
              {t(`kinds.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('name')} optional {...form.field('title')}>
        <Input value={title} onChange={event => setTitle(event.target.value)} autoComplete="off" />
      </Field>
      <Field label={t('expires')} hint={t('expiresHint')} optional {...form.field('expiresOn')}>
        <Input type="date" value={expiresOn} onChange={event => setExpiresOn(event.target.value)} />
      </Field>
      <Field label={t('file')} hint={t('fileHint')} required group {...form.field('fileId')}>
        <FileInput
          items={uploads.list.map(({ key, stored, way }) => ({
            key,
            name: stored?.name ?? way?.file.name ?? '',
            progress: way && way.error === null ? way.progress : undefined,
            error: way?.error ? failureText(way.error) : undefined,
            href: stored ? `${uploadPath}/${stored.id}` : undefined,
          }))}
          onAdd={files => uploads.add(files.slice(0, 1))}
          onRemove={uploads.remove}
          onRetry={uploads.retry}
          accept={accept}
          full={uploads.list.length > 0}
          words={{
            add: t('chooseFile'),
            drop: t('drop'),
            remove: name => t('removeFile', { name }),
            cancel: name => t('cancelFile', { name }),
            retry: name => t('retryFile', { name }),
            progress: name => t('progress', { name }),
          }}
        />
      </Field>
    </FormDialog>
  )
}

const Row = ({ document }: { document: StudentDocument }) => {
  const t = useTranslations('papers')
  const format = useFormat()
  const firstName = useFirstName()
  const remove = useWrite('documents-remove')
  const restore = useWrite('documents-restore')
  const away = () =>
    remove.start({ id: document.id }, () =>
      toast(t('removed', { title: document.title }), () => restore.start({ id: document.id })),
    )
  return (
    <li className="py-2.5">
      <div className="flex items-start gap-3">
        <FileText size={20} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <a
              href={`${uploadPath}/${document.file.id}`}
              target="_blank"
              rel="noreferrer"
              className={`wrap-anywhere ${textLink}`}
            >
              {document.title}
            </a>
            {document.isExpired && document.expiresOn && (
              <Badge tone="warn">{t('expired', { day: format.day(document.expiresOn) })}</Badge>
            )}
          </p>
          <p className="text-sm text-ink-2">
            {[
              t(`kinds.${document.kind}`),
              !document.isExpired && document.expiresOn && t('until', { day: format.day(document.expiresOn) }),
              document.addedBy &&
                t('addedBy', { name: firstName(document.addedBy), day: format.instant(document.addedAt, 'day') }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        {document.mayRemove && (
          <IconButton
            icon={X}
            label={t('remove', { title: document.title })}
            onClick={away}
            disabled={remove.isPending}
          />
        )}
      </div>
      <Failure error={remove.error ?? restore.error} again={away} />
    </li>
  )
}

/** The documents of a student that the reader may see, with a button to add one if they maintain the record. */
export const Documents = ({ studentId, mayAdd }: { studentId: string; mayAdd: boolean }) => {
  const t = useTranslations('papers')
  const may = useMay()
  const found = useReadLater('documents-list', { studentId })
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Later read={found}>
        {documents =>
          documents.length === 0 ? (
            <p className="text-sm text-ink-2">{t(mayAdd ? 'none' : 'noneTeacher')}</p>
          ) : (
            <ul className="-my-2 divide-y divide-line">
              {documents.map(document => (
                <Row key={document.id} document={document} />
              ))}
            </ul>
          )
        }
      </Later>
      {mayAdd && may('documents-add') === true && (
        <Button size="small" icon={Plus} className="mt-3" onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      )}
      {isAdding && <AddDocument studentId={studentId} onClose={() => setAdding(false)} />}
    </>
  )
}
