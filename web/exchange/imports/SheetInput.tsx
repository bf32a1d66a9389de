import { ClipboardPaste, FileSpreadsheet } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { touch } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { sendSheet } from './sendSheet.ts'

/** Returns true for cells copied from a spreadsheet: separated by tabs, on more than one line. */
const isRange = (text: string): boolean => text.includes('\t') && text.trim().includes('\n')

/** The box into which copied cells are pasted by hand. */
const Pasting = ({ isPending, onPaste }: { isPending: boolean; onPaste: (text: string) => void }) => {
  const t = useTranslations('imports')
  const [text, setText] = useState('')
  return (
    <form
      className="grid w-full max-w-2xl gap-3"
      onSubmit={event => {
        event.preventDefault()
        onPaste(text)
      }}
    >
      <Field label={t('pasteLabel')} hint={t('pasteHint')}>
        <Textarea
          value={text}
          rows={6}
          wrap="off"
          className="max-h-64 overflow-auto font-mono text-sm whitespace-pre"
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" pending={isPending} disabled={text.trim() === ''}>
          {t('pasteVerb')}
        </Button>
      </div>
    </form>
  )
}

/** The input for a spreadsheet: chosen, dropped, or pasted as cells. */
export const SheetInput = ({ onStarted }: { onStarted: (id: string) => void }) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const chooser = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isOver, setOver] = useState(false)
  const [isPasting, setPasting] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file || name !== null) return
    setFailure(null)
    setName(file.name)
    try {
      const { id } = await sendSheet(file)
      void touch('imports')
      onStarted(id)
    } catch (error) {
      setFailure(error)
    } finally {
      setName(null)
    }
  }
  const takeCells = (text: string) =>
    void take(new File([text], `${t('pastedName')}.tsv`, { type: 'text/tab-separated-values' }))
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if ((event.target as HTMLElement).closest('input, textarea, [contenteditable]') || !isRange(text)) return
    event.preventDefault()
    takeCells(text)
  })
  useEffect(() => {
    const pasted = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', pasted)
    return () => removeEventListener('paste', pasted)
  }, [])
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
          // Allows the same file to be chosen again after it was corrected.
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
        <Button icon={ClipboardPaste} aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          {t('paste')}
        </Button>
      </div>
      <p className="text-sm text-ink-2">{t('fileHint')}</p>
      {isPasting && <Pasting isPending={name !== null} onPaste={takeCells} />}
    </div>
  )
}
