import { useTranslations } from 'use-intl'
import { useDone } from '#web/lists/archiving.ts'
import { BulkPreview } from '#web/lists/BulkPreview.tsx'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'

type ArchiveManyProps = {
  list: 'students' | 'parents'
  ids: readonly string[]
  /** True if the records are in the archive, so that they are restored. */
  isArchive: boolean
  onClose: () => void
  onDone: () => void
}

/** Archives or restores many records, after a preview of what will happen. */
export const ArchiveMany = ({ list, ids: chosen, isArchive, onClose, onDone }: ArchiveManyProps) => {
  const t = useTranslations('tables.bulk')
  const people = useTranslations('people')
  const failureText = useFailureText()
  const done = useDone()
  const archive = useWrite(`${list}-archive`)
  const restore = useWrite(`${list}-restore`)
  const act = isArchive ? 'restore' : 'archive'
  const ids = [...chosen]
  const preview = useReadLater(`${list}-preview`, { ids, act })
  const error = archive.error ?? restore.error
  const confirm = () => {
    if (isArchive)
      restore.start({ ids }, ({ restored, batchId }) => {
        onDone()
        done(people('restored', { n: restored.length }), batchId)
      })
    else
      archive.start({ ids }, ({ archived, batchId }) => {
        onDone()
        done(people('archived', { n: archived.length }), batchId)
      })
  }
  return (
    <BulkPreview
      title={t(`${act}.title`)}
      preview={preview}
      chosen={ids.length}
      says={n => t(`${act}.${list}`, { n })}
      verb={n => t(`${act}.verb`, { n })}
      onConfirm={confirm}
      isPending={archive.isPending || restore.isPending}
      failure={error === null ? null : failureText(error)}
      onClose={onClose}
    />
  )
}
