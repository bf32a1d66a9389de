import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Preview } from '#contract/archive.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { LeftOut } from './LeftOut.tsx'

type BulkPreviewProps = {
  title: string
  /** The value that `useReadLater` returned; its data is undefined while something must be chosen first. */
  preview: { data: Preview | undefined; error: unknown; refetch: () => unknown; isFetching: boolean }
  /** The number of chosen records. */
  chosen: number
  /** The sentence that says what will happen and the label of the button, each with the number of records. */
  says: (n: number) => string
  verb: (n: number) => string
  onConfirm: () => void
  isPending: boolean
  failure: string | null
  onClose: () => void
  /** Inputs for what must be chosen first. */
  children?: ReactNode
}

/** A preview of a change to many records: how many it affects, and who is left out and why. */
export const BulkPreview = (props: BulkPreviewProps) => {
  const { title, preview, chosen, says, verb, onConfirm, isPending, failure, onClose, children } = props
  const t = useTranslations('tables.bulk')
  const reasons = useTranslations('reason')
  const text = useUiText()
  const { data } = preview
  const why = Map.groupBy(data?.kept ?? [], ({ reason }) => reason)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t('undoable')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="primary"
            disabled={!data || data.n === 0 || preview.isFetching}
            pending={isPending}
            onClick={onConfirm}
          >
            {verb(data?.n ?? 0)}
          </Button>
        </>
      }
    >
      {children}
      <Failure error={preview.error} again={() => void preview.refetch()} />
      {failure && (
        <Notice alert tone="danger" className="mb-3">
          {failure}
        </Notice>
      )}
      {preview.error === null && !data && preview.isFetching && <Loading />}
      {data && (
        <div aria-live="polite">
          <p>{data.n === 0 ? t('nobody') : says(data.n)}</p>
          {chosen > data.n && <p className="mt-1 text-ink-2">{t('leftOut', { n: chosen - data.n })}</p>}
          {why.size > 0 && (
            <div className="mt-4 grid gap-4">
              {[...why].map(([reason, kept]) => (
                <LeftOut key={reason} title={reasons(reason)} rows={kept} />
              ))}
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}
