import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { AttachField } from '#web/access/files/shared/AttachField.tsx'
import type { Enclosed } from './enclosed.ts'
import { useUploads } from '#web/wire/useUploads.ts'

type MessageFilesProps = { onChange: (enclosed: Enclosed) => void; error?: string | undefined; compact?: boolean }

/** The photos and files of a message. A new `key` starts with none. */
export const MessageFiles = ({ onChange, compact = false, ...field }: MessageFilesProps) => {
  const t = useTranslations('messages.start')
  const uploads = useUploads([])
  const { isUnfinished } = uploads
  const ids = uploads.stored.map(({ id }) => id).join()
  useEffect(() => onChange({ fileIds: ids === '' ? [] : ids.split(','), isUnfinished }), [ids, isUnfinished, onChange])
  return <AttachField uploads={uploads} label={t('files')} {...field} compact={compact} />
}
