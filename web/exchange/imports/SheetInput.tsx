import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { touchSlice } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/States.tsx'
import { sendSheet } from './sendSheet.ts'

/** A spreadsheet to bring in, chosen or dropped. */
export const SheetInput = ({ onStarted }: { onStarted: (id: string) => void }) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const chooser = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isOver, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file || name !== null) return
    setFailure(null)
    setName(file.name)
    try {
      const { id } = await sendSheet(file)
      void touchSlice('imports')
      onStarted(id)
    } catch (error) {
      setFailure(error)
    } finally {
      setName(null)
    }
  }
  return (
    <div
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files[0])
      }}
      className={classes(
        'grid justify-items-start gap-3 rounded-lg border border-dashed p-5 transition-colors',
        isOver ? 'border-primary bg-primary-soft' : 'border-line-strong bg-surface',
      )}
    >
      {failure !== null && (
        <Notice alert tone="danger" className="w-full">
          {failureText(failure)}
        </Notice>
      )}
      <input
        ref={chooser}
        type="file"
        accept=".xlsx,.csv,.tsv,.txt"
        aria-label={t('file')}
        tabIndex={-1}
        className="sr-only"
        onChange={event => {
          void take(event.target.files?.[0])
          // The same file may be chosen again after it was put right.
          event.target.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          icon={FileSpreadsheet}
          pending={name !== null}
          {...(name !== null && { pendingText: t('reading', { name }) })}
          onClick={() => chooser.current?.click()}
        >
          {t('choose')}
        </Button>
        <span className="text-sm text-ink-2 max-sm:hidden">{t('drop')}</span>
      </div>
      <p className="text-sm text-ink-2">{t('fileHint')}</p>
    </div>
  )
}
