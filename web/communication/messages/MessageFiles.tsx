import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { AttachField } from '#web/access/files/shared/AttachField.tsx'
import type { Enclosed } from './enclosed.ts'
import { useUploads } from '#web/wire/useUploads.ts'

type MessageFilesProps = { onChange: (enclosed: Enclosed) => void; error?: string | undefined; compact?: boolean }

/** Photos and files that go with a message. It begins anew with another `key`. */
export const MessageFiles = ({ onChange, compact = false, ...field }: MessageFilesProps) => {
  const t = useTranslations('messages.start')
  const { isBusy, ...uploads } = useUploads([])
  const ids = uploads.stored.map(({ id }) => id).join()
  useEffect(() => onChange({ fileIds: ids === '' ? [] : ids.split(','), isBusy }), [ids, isBusy, onChange])
  return <AttachField uploads={{ ...uploads, isBusy }} label={t('files')} {...field} compact={compact} />
}
