import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ReceivedNotice } from '#contract/communication/messages.threads.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNames } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Letter } from './TwoLanguages.tsx'

/** Reads one of the caller's notices and marks it as read. */
export const useReceived = (id: string) => {
  const received = useReadLater('messages-received', { id })
  const { start } = useWrite('messages-read')
  const marked = useRef<string | null>(null)
  const isUnread = received.data?.id === id && received.data.readAt === null
  useEffect(() => {
    if (!isUnread || marked.current === id) return
    marked.current = id
    start({ kind: 'notice', id })
  }, [isUnread, id, start])
  return received
}

/** The text of a notice with its sender, in both languages if there are two. */
export const NoticeText = ({ notice }: { notice: ReceivedNotice }) => {
  const t = useTranslations('messages')
  const language = useLocale()
  const names = useNames()
  const format = useFormat()
  const name = names({ name: notice.from, nativeName: notice.fromNativeName }).first
  return (
    <article className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="text-sm text-ink-2">{t('notice.from', { name, at: format.instant(notice.at) })}</p>
        {notice.isUrgent && <Badge tone="bad">{t('urgent')}</Badge>}
      </div>
      <Letter texts={notice} language={language} />
      {notice.confirmedAt !== null && (
        <Notice tone="good">{t('notice.confirmed', { at: format.instant(notice.confirmedAt) })}</Notice>
      )}
    </article>
  )
}

/** Asks the reader to confirm; nothing if no confirmation is needed or it is done. */
export const ConfirmNotice = ({ notice }: { notice: ReceivedNotice }) => {
  const t = useTranslations('messages')
  const failureText = useFailureText()
  const write = useWrite('messages-confirm')
  if (!notice.needsAnswer || notice.confirmedAt !== null) return null
  return (
    <div className="grid w-full gap-3">
      {write.error !== null && (
        <Notice alert tone="danger">
          {failureText(write.error)}
        </Notice>
      )}
      <Button variant="primary" wide pending={write.isPending} onClick={() => write.start({ id: notice.id })}>
        {t('notice.confirm')}
      </Button>
    </div>
  )
}
