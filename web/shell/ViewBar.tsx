import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNameText } from '#web/words/Name.tsx'
import { idToken } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { leaveView, type Viewing } from '#web/session/viewing.ts'
import { newOperationId } from '#web/wire/wire.ts'

/** Says above everything that this is another person's view, and ends it. */
export const ViewBar = ({ view }: { view: Viewing }) => {
  const t = useTranslations('viewing')
  const nameText = useNameText()
  const [isLeaving, setLeaving] = useState(false)
  const stop = async () => {
    setLeaving(true)
    try {
      // Sent as the office, not as the guardian: a view may change nothing, and that includes its own end.
      await fetch('/fn/parents-stopView', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await idToken()}` },
        body: JSON.stringify({ data: { viewId: view.id, operationId: newOperationId() } }),
      })
    } catch {
      // The view expires on the server; what matters is to leave it here.
    }
    leaveView()
  }
  return (
    <div
      role="region"
      aria-label={t('label')}
      data-noprint
      className="sticky top-0 z-40 border-b-2 border-marigold-ink bg-marigold-soft text-marigold-ink"
    >
      <div className="mx-auto flex w-full max-w-[90rem] flex-wrap items-center gap-x-3 gap-y-1 px-gutter py-2 text-sm">
        <Eye size={18} aria-hidden className="shrink-0" />
        <p className="min-w-0 flex-1 basis-48">
          <strong className="font-semibold">{t('title', { name: nameText(view) })}</strong> {t('text')}
        </p>
        <Button size="small" pending={isLeaving} onClick={() => void stop()}>
          {t('stop')}
        </Button>
      </div>
    </div>
  )
}
