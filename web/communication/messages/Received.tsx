import { useTranslations } from 'use-intl'
import { Later } from '#web/routing/Later.tsx'
import { ConfirmNotice, NoticeText, useReceived } from './ReadNotice.tsx'
import { useSubject } from './TwoLanguages.tsx'

/** A notice as the caller received it, with the confirmation that it asks for. Opening it marks it as read. */
export const Received = ({ id }: { id: string }) => {
  const t = useTranslations('messages')
  const subject = useSubject()
  const received = useReceived(id)
  return (
    <Later read={received}>
      {notice =>
        notice.id === id && (
          <div className="grid gap-5">
            <h2 className="text-xl">{subject(notice) || t('inbox.notice')}</h2>
            <NoticeText notice={notice} />
            <ConfirmNotice notice={notice} />
          </div>
        )
      }
    </Later>
  )
}
