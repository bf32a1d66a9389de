import { MessageCircle } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Link } from '#web/routing/link.tsx'
import { Count } from '#web/ui/Marks.tsx'

/** The number of messages that wait: unread ones, and for the office also conversations without an answer. */
export const useWaiting = (enabled = true): { unread: number; open: number } =>
  useReadLater('messages-waiting', {}, { enabled }).data ?? { unread: 0, open: 0 }

/** A link to a teacher's messages from anywhere, with the number of unread ones. */
export const MessagesLink = () => {
  const t = useTranslations('shell')
  const { unread } = useWaiting()
  const label = t('unread', { n: unread })
  return (
    <Link
      to="/teacherdashboard/"
      search={{ messages: 'all' }}
      aria-label={label}
      title={label}
      isExact
      className="relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md text-sm font-medium text-on-board hover:bg-board-2 min-[56.25rem]:px-3"
    >
      <MessageCircle size={20} aria-hidden />
      <span className="max-[56.25rem]:hidden">{t('messages')}</span>
      <span aria-hidden className="max-[56.25rem]:absolute max-[56.25rem]:end-0.5 max-[56.25rem]:top-0.5">
        <Count value={unread} label="" />
      </span>
    </Link>
  )
}
