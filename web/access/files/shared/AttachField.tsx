import { useTranslations } from 'use-intl'
import { fileTypes } from '#contract/access/files.plain.ts'
import { Field } from '#web/ui/Field.tsx'
import { FileInput } from '#web/ui/FileInput.tsx'
import type { useUploads } from '#web/wire/useUploads.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { hrefOf, useSize } from './fileText.ts'

const accept = [
  ...Object.keys(fileTypes),
  ...Object.values<readonly string[]>(fileTypes).flatMap(endings => endings.map(ending => `.${ending}`)),
].join(',')

type AttachFieldProps = {
  uploads: ReturnType<typeof useUploads>
  label: string
  id?: string
  error?: string | undefined
  compact?: boolean
}

/** A field to attach files, which are uploaded as they are chosen. */
export const AttachField = ({ uploads, label, id, error, compact = false }: AttachFieldProps) => {
  const t = useTranslations('files')
  const size = useSize()
  const failure = useFailureText()
  return (
    <Field
      {...(id !== undefined && { id })}
      label={label}
      hint={t(uploads.isFull ? 'full' : compact ? 'hintShort' : 'hint')}
      error={uploads.hasFailed ? t('failed') : error}
      hideLabel={compact}
    >
      <FileInput
        accept={accept}
        full={uploads.isFull}
        compact={compact}
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
          add: t(compact ? 'addPhotos' : 'add'),
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
