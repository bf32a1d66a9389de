import { Mail, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Notice as NoticeRecord } from '#contract/communication/messages.notices.ts'
import { noticeMoves } from '#contract/communication/messages.notices.plain.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { useNames } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Badge, Status } from '#web/ui/Marks.tsx'
import { Stat } from '#web/ui/Stat.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { identify, namesOf, usePartText } from '#web/communication/messages/shared/audienceText.ts'
import { Delivery } from './Delivery.tsx'
import { noticeTones } from './NoticeList.tsx'
import { Letter, useSubject } from './TwoLanguages.tsx'
import { useExample } from './useExample.ts'

type NoticePageProps = { id: string; onEdit: (id: string) => void }

/** Returns a function that gives the history of a notice in one line. */
const useHistory = () => {
  const t = useTranslations('messages.page')
  const names = useNames()
  const format = useFormat()
  return (notice: NoticeRecord): string =>
    [
      t('by', { name: names({ name: notice.author, nativeName: notice.authorNativeName }).first }),
      notice.status === 'scheduled' && notice.sendAt && t('goesOut', { at: format.instant(notice.sendAt) }),
      notice.status === 'sending' && t('goesOutSoon'),
      notice.sentAt && t('sentAt', { at: format.instant(notice.sentAt) }),
      notice.remindedAt && t('remindedAt', { at: format.instant(notice.remindedAt) }),
      notice.recalledAt && t('recalledAt', { at: format.instant(notice.recalledAt) }),
    ]
      .filter(Boolean)
      .join(' · ')
}

/** The actions on a notice in its state: the contract's transitions, and reminding. */
const Actions = ({ notice, onEdit }: { notice: NoticeRecord; onEdit: (id: string) => void }) => {
  const t = useTranslations('messages.page')
  const compose = useTranslations('messages.compose')
  const text = useUiText()
  const failureText = useFailureText()
  const unschedule = useWrite('messages-unscheduleNotice')
  const recall = useWrite('messages-recallNotice')
  const remind = useWrite('messages-remind')
  const [asks, setAsks] = useState(false)
  const moves = noticeMoves[notice.status]
  const silent = notice.groups - (notice.needsAnswer ? notice.confirmed : notice.read)
  const fail = (error: unknown) => {
    setAsks(false)
    toast(failureText(error))
  }
  return (
    <div data-noprint className="flex flex-wrap gap-3 empty:hidden">
      {notice.status === 'draft' && (
        <Button icon={Pencil} variant="primary" onClick={() => onEdit(notice.id)}>
          {t('edit')}
        </Button>
      )}
      {moves.includes('draft') && (
        <Button
          icon={Undo2}
          pending={unschedule.isPending}
          onClick={() => void unschedule.send({ id: notice.id }).then(() => toast(compose('undone')), fail)}
        >
          {t('unschedule')}
        </Button>
      )}
      {notice.status === 'sent' && silent > 0 && (
        <Button
          icon={Mail}
          pending={remind.isPending}
          onClick={() =>
            void remind.send({ id: notice.id }).then(({ households }) => toast(t('reminded', { n: households })), fail)
          }
        >
          {t(notice.needsAnswer ? 'remindConfirm' : 'remind', { n: silent })}
        </Button>
      )}
      {moves.includes('recalled') && (
        <Button variant="quiet" onClick={() => setAsks(true)}>
          {t('recall')}
        </Button>
      )}
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('recallTitle')}
        actions={
          <>
            <Button onClick={() => setAsks(false)}>{text.cancel}</Button>
            <Button
              variant="danger"
              pending={recall.isPending}
              onClick={() =>
                void recall.send({ id: notice.id }).then(() => {
                  setAsks(false)
                  toast(t('recalled'))
                }, fail)
              }
            >
              {t('recall')}
            </Button>
          </>
        }
      >
        <p>{t('recallText', { n: notice.mailed - notice.kept })}</p>
      </Dialog>
    </div>
  )
}

const Figures = ({ notice }: { notice: NoticeRecord }) => {
  const t = useTranslations('messages.page')
  const mails = useMails()
  const format = useFormat()
  const share = (n: number) => (notice.groups === 0 ? '' : ` · ${format.percent(n / notice.groups)}`)
  return (
    <div className="grid gap-3 [grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))]">
      <Stat label={t('people')} value={format.number(notice.people)} hint={t('families', { n: notice.households })} />
      <Stat
        label={t('read')}
        value={`${format.number(notice.read)}${share(notice.read)}`}
        hint={t('ofGroups', { n: notice.groups })}
      />
      {notice.needsAnswer && (
        <Stat
          label={t('confirmed')}
          value={`${format.number(notice.confirmed)}${share(notice.confirmed)}`}
          hint={t('ofGroups', { n: notice.groups })}
        />
      )}
      {notice.kept > 0 && (
        <Stat
          label={t('kept')}
          value={format.number(notice.kept)}
          hint={t(mails === 'demo' ? 'keptDemo' : 'keptHint')}
        />
      )}
      {notice.mailed > notice.kept && (
        <Stat
          label={t('mailed')}
          value={format.number(notice.mailed - notice.kept)}
          hint={t('failed', { n: notice.failed })}
          tone={notice.failed > 0 ? 'warn' : 'normal'}
        />
      )}
    </div>
  )
}

const Sheet = ({ notice, onEdit }: { notice: NoticeRecord; onEdit: (id: string) => void }) => {
  const t = useTranslations('messages')
  const language = useLocale()
  const subject = useSubject()
  const history = useHistory()
  const example = useExample()
  const shown = example.fill(notice)
  const partText = usePartText(namesOf(notice))
  const wasSent = notice.people > 0
  return (
    <article className="grid gap-6">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <Status tone={noticeTones[notice.status]}>{t(`status.${notice.status}`)}</Status>
          {notice.isUrgent && <Badge tone="bad">{t('urgent')}</Badge>}
          {notice.needsAnswer && <Badge tone="warn">{t('pleaseConfirm')}</Badge>}
        </div>
        <h2 className="text-xl">{subject(shown) || t('admin.noSubject')}</h2>
        <p className="text-sm text-ink-2">{history(notice)}</p>
      </header>
      <Actions notice={notice} onEdit={onEdit} />
      {wasSent && <Figures notice={notice} />}
      <Part title={t('page.to')}>
        <ul className="flex flex-wrap gap-2">
          {notice.audience.map(part => (
            <li key={identify(part)}>
              <Badge tone="good">{partText(part)}</Badge>
            </li>
          ))}
        </ul>
      </Part>
      <Part title={t('page.text')}>
        {example.isExample(notice.subject, notice.body, notice.nativeSubject, notice.nativeBody) && (
          <p className="mb-2 text-sm text-ink-2">{t('compose.previewHint')}</p>
        )}
        <Letter texts={shown} language={language} />
      </Part>
      {wasSent && (
        <Part title={t('page.delivery')}>
          <Delivery notice={notice} />
        </Part>
      )}
    </article>
  )
}

/** One notice on the sender's side: its text, its audience, who has read it, and the possible actions. */
export const NoticePage = ({ id, onEdit }: NoticePageProps) => {
  const found = useReadLater('messages-notice', { id })
  return <Later read={found}>{notice => notice.id === id && <Sheet notice={notice} onEdit={onEdit} />}</Later>
}
