import { Download, FileText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { StoredFile } from '#contract/access/files.ts'
import { fileTypes, uploadPath } from '#contract/access/files.plain.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Field } from '#web/ui/Field.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import type { useUploads } from '#web/wire/useUploads.ts'

const hrefOf = ({ id }: StoredFile): string => `${uploadPath}/${id}`

const useSize = () => {
  const format = useFormat()
  return (bytes: number) =>
    bytes < 1024 * 1024
      ? `${format.number(Math.max(1, Math.round(bytes / 1024)))} KB`
      : `${format.number(Math.round(bytes / 1024 / 102.4) / 10)} MB`
}

/** Files that belong to something: pictures as they are, sound and video to play, the others to open or save. */
export const Attachments = ({ files }: { files: readonly StoredFile[] }) => {
  const t = useTranslations('assignments.files')
  const size = useSize()
  if (files.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {files.map(file => {
        const href = hrefOf(file)
        if (file.type.startsWith('image/'))
          return (
            <li key={file.id}>
              <a href={href} target="_blank" rel="noreferrer" className="block">
                <img
                  src={href}
                  alt={file.name}
                  loading="lazy"
                  className="max-h-56 max-w-full rounded-md border border-line object-contain"
                />
              </a>
            </li>
          )
        const Icon = file.type === 'application/pdf' ? FileText : Download
        return (
          <li key={file.id} className="grid max-w-full gap-1.5">
            {file.type.startsWith('audio/') && (
              <audio controls preload="none" src={href} aria-label={t('play', { name: file.name })}>
                <track kind="captions" />
              </audio>
            )}
            {file.type.startsWith('video/') && (
              <video
                controls
                preload="none"
                src={href}
                aria-label={t('play', { name: file.name })}
                className="max-h-64 max-w-full rounded-md"
              >
                <track kind="captions" />
              </video>
            )}
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-md border border-line px-3 text-sm hover:bg-sunken"
            >
              <Icon size={18} aria-hidden className="shrink-0 text-primary-ink" />
              <span className="min-w-0 truncate font-medium">{file.name}</span>
              <span className="shrink-0 text-ink-2 tabular-nums">{size(file.size)}</span>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const accept = [
  ...Object.keys(fileTypes),
  ...Object.values<readonly string[]>(fileTypes).flatMap(endings => endings.map(ending => `.${ending}`)),
].join(',')

type AttachFieldProps = { uploads: ReturnType<typeof useUploads>; label: string; error?: string | undefined }

/** A field to attach files, uploaded as they are chosen. */
export const AttachField = ({ uploads, label, error }: AttachFieldProps) => {
  const t = useTranslations('assignments.files')
  const size = useSize()
  const failure = useFailureText()
  return (
    <Field label={label} hint={uploads.isFull ? t('full') : t('hint')} error={error}>
      <FileInput
        accept={accept}
        full={uploads.isFull}
        onAdd={uploads.add}
        onRemove={uploads.remove}
        onRetry={uploads.retry}
        items={uploads.list.map(({ key, stored, way }) => ({
          key,
          name: stored?.name ?? way?.file.name ?? '',
          detail: size(stored?.size ?? way?.file.size ?? 0),
          progress: way && way.error === null ? way.progress : undefined,
          error: way && way.error !== null ? failure(way.error) : undefined,
          href: stored ? hrefOf(stored) : undefined,
        }))}
        words={{
          add: t('add'),
          drop: t('drop'),
          remove: name => t('remove', { name }),
          cancel: name => t('cancel', { name }),
          retry: name => t('retry', { name }),
          progress: name => t('progress', { name }),
        }}
      />
    </Field>
  )
}
