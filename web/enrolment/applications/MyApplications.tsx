import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { lazily } from '#web/routing/lazily.tsx'
import { Named, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Chip } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

type Mine = Output<'applications-mine'>[number]

// Opened only on demand, so its code loads then.
const AnswerOffice = lazily(() => import('./AnswerOffice.tsx').then(module => module.AnswerOffice))

type RowProps = { application: Mine; onAnswer: () => void }

const Waiting = ({ application, onAnswer }: RowProps) => {
  const t = useTranslations('myApplications')
  const format = useFormat()
  const firstName = useFirstName()
  const before = [
    ...application.before.map(firstName),
    ...(application.beforeLevel === null ? [] : [t('level', { level: String(application.beforeLevel) })]),
  ].join(t('or'))
  const isAsked = application.status === 'needs-info'
  return (
    <>
      <div className="grid gap-1 text-sm text-ink-2">
        {application.reasons.map(reason => (
          <p key={reason}>{t(`why.${reason}`, { what: before || t('before') })}</p>
        ))}
        <p>
          {t('kept')}
          {application.totalCents > 0 && ` ${t('whenApproved', { total: format.money(application.totalCents) })}`}
        </p>
        {!isAsked && (application.answer || application.note) && (
          <p className="whitespace-pre-line">{t('youSaid', { text: application.answer || application.note })}</p>
        )}
      </div>
      {isAsked ? (
        <Notice
          tone="warn"
          title={t('asksYou')}
          action={
            <Button variant="primary" icon={MessageCircleQuestion} onClick={onAnswer}>
              {t('answer')}
            </Button>
          }
        >
          <span className="whitespace-pre-line">{application.question}</span>
        </Notice>
      ) : (
        <Button className="justify-self-start" onClick={onAnswer}>
          {t('tell')}
        </Button>
      )}
    </>
  )
}

const Row = ({ application, onAnswer }: RowProps) => {
  const t = useTranslations('myApplications')
  const visits = useTranslations('visits')
  const isDeclined = application.status === 'declined'
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">
          <Named names={{ name: application.student, nativeName: application.studentNativeName }} />
        </span>
        <Chip crayon={application.crayon}>
          <Named names={{ name: application.section, nativeName: application.nativeName }} quiet="" />
        </Chip>
        {isDeclined && <Badge>{visits('status.declined')}</Badge>}
      </p>
      {isDeclined ? (
        <div className="grid gap-1 text-sm">
          <p>{t('declined')}</p>
          {application.refusal && <p>{visits('adds', { text: application.refusal })}</p>}
        </div>
      ) : (
        <Waiting application={application} onAnswer={onAnswer} />
      )}
    </li>
  )
}

/**
 * The children's applications that wait for the school's approval, and why, and those recently declined; nothing if there
 * are none.
 */
export const MyApplications = () => {
  const t = useTranslations('myApplications')
  const mine = useReadLater('applications-mine', {})
  const [openId, setOpen] = useState<string | null>(null)
  const opened = mine.data?.find(({ id }) => id === openId)
  if (!mine.data?.length) return null
  return (
    <Card title={t('title')}>
      <ul className="-my-3 divide-y divide-line">
        {mine.data.map(each => (
          <Row key={each.id} application={each} onAnswer={() => setOpen(each.id)} />
        ))}
      </ul>
      {opened && <AnswerOffice application={opened} onClose={() => setOpen(null)} />}
    </Card>
  )
}

/** The levels that the school has assigned to the children; nothing if there are none. */
export const MyLevels = () => {
  const t = useTranslations('myApplications')
  const format = useFormat()
  const firstName = useFirstName()
  const levels = useReadLater('placements-mine', {}).data ?? []
  if (levels.length === 0) return null
  return (
    <Card title={t('levels')}>
      <ul className="grid gap-2 text-sm">
        {levels.map(level => (
          <li key={level.id}>
            <span className="font-medium">
              {t('level1', {
                name: firstName({ name: level.student, nativeName: level.nativeName }),
                course: firstName({ name: level.course, nativeName: level.courseNativeName }),
              })}
            </span>
            <span className="block text-ink-2">
              {t('by', {
                name: firstName({ name: level.by, nativeName: level.byNativeName }),
                day: format.instant(level.at, 'day'),
              })}
              {level.note && ` · ${level.note}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
