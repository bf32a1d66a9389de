import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import type { promotionMovesByHand } from '#contract/enrolment/promotions.ts'
import { promotionMoves } from '#contract/enrolment/promotions.plain.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useMay } from '#web/session/may.ts'
import { useNames } from '#web/words/Name.tsx'
import { OfficeApplyPromotion } from '#web/enrolment/promotions/office/OfficeApplyPromotion.tsx'
import { OfficePromotionClasses } from '#web/enrolment/promotions/office/OfficePromotionClasses.tsx'
import { OfficePromotionLines } from '#web/enrolment/promotions/office/OfficePromotionLines.tsx'
import { promotionTones, type UndoBatch } from '#web/enrolment/promotions/promotionText.ts'
import { UndoBatchButton } from '#web/lists/UndoBatchButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { useUrlState } from '#web/routing/urlState.ts'

export type Run = Output<'promotions-get'>

/** The obstacles to applying a promotion, each with a link to the students or classes concerned. */
const ToDo = ({ counts }: { counts: Run['counts'] }) => {
  const t = useTranslations('promotions.run')
  const [, change] = useUrlState()
  const items = [
    { key: 'choose', n: counts.choose, text: 'todoChoose', blocks: true, to: { only: 'choose', view: undefined } },
    { key: 'double', n: counts.double, text: 'todoDouble', blocks: true, to: { only: 'conflicts', view: undefined } },
    { key: 'full', n: counts.overfull, text: 'todoFull', blocks: true, to: { view: 'class' } },
    {
      key: 'times',
      n: counts.conflicts - counts.double,
      text: 'todoTimes',
      blocks: false,
      to: { only: 'conflicts', view: undefined },
    },
  ] as const
  const open = items.filter(({ n }) => n > 0)
  const isReady = !open.some(({ blocks }) => blocks)
  return (
    <section aria-labelledby="promotion-todo" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h3 id="promotion-todo" className="display text-base">
        {t('todo')}
      </h3>
      {isReady && (
        <p className="mt-2 flex items-center gap-2 text-sm text-ink-2">
          <CircleCheck size={18} aria-hidden className="shrink-0 text-primary-ink" />
          {t('ready')}
        </p>
      )}
      <ul className="mt-1">
        {open.map(({ key, n, text, blocks, to }) => {
          const Icon = blocks ? CircleAlert : Info
          return (
            <li key={key}>
              <button
                type="button"
                onClick={() => change({ from: undefined, to: undefined, search: undefined, ...to })}
                className="-mx-2 flex min-h-10 items-center gap-2 rounded-md px-2 text-start text-sm hover:bg-sunken"
              >
                <Icon
                  size={18}
                  aria-hidden
                  className={blocks ? 'shrink-0 text-danger-ink' : 'shrink-0 text-info-ink'}
                />
                <span className="font-medium text-primary-ink underline decoration-1 underline-offset-3">
                  {t(text, { n })}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** One promotion: its state, what is missing, and its decisions by student or by class. */
export const OfficePromotionRun = ({ id, undo }: { id: string; undo: UndoBatch }) => {
  const t = useTranslations('promotions.run')
  const status = useTranslations('promotions.statuses')
  const format = useFormat()
  const names = useNames()
  const failureText = useFailureText()
  const may = useMay()
  const mails = useMails()
  const { day } = useSchoolClock()
  const [url, change] = useUrlState()
  const [isApplying, setApplying] = useState(false)
  // What can't be undone is asked first.
  const [asked, setAsked] = useState<'discard' | 'release' | null>(null)
  const text = useUiText()
  const found = useRead('promotions-get', { id })
  const { run, counts } = found
  const move = useWrite('promotions-move')
  const release = useWrite('promotions-release')
  const moves = promotionMoves[run.status]
  const make = (to: (typeof promotionMovesByHand)[number], message: 'finished' | 'reopened' | 'discarded') =>
    move.start({ id, to }, () => {
      toast(t(message))
      if (to === 'discarded') change({ id: undefined, only: undefined, view: undefined })
    })
  const letGo = () =>
    release.start({ id }, ({ released, batchId }) => {
      setAsked(null)
      toast(t('released', { n: released }), batchId ? () => void undo(batchId) : undefined)
    })
  const title = t('title', { from: names(run.from).first, to: names(run.to).first })
  const mayWrite = may('promotions-move') === true
  const isOver = run.holdUntil !== null && run.holdUntil < day
  const error = move.error ?? release.error
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h3 className="display text-xl">{title}</h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
            <Status tone={promotionTones[run.status]}>{status(run.status)}</Status>
            <span>
              {[
                t(run.step),
                run.raisesGrades && t('grades'),
                run.passPercent !== null && t('pass', { percent: format.percent(run.passPercent / 100) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </p>
        </div>
        {mayWrite && (
          <div data-noprint className="flex flex-wrap gap-2">
            {moves.includes('discarded') && (
              <Button variant="quiet" disabled={move.isPending} onClick={() => setAsked('discard')}>
                {t('discard')}
              </Button>
            )}
            {moves.includes('draft') && (
              <Button disabled={move.isPending} onClick={() => make('draft', 'reopened')}>
                {t('reopen')}
              </Button>
            )}
            {moves.includes('reviewed') && (
              <Button variant="primary" pending={move.isPending} onClick={() => make('reviewed', 'finished')}>
                {t('finish')}
              </Button>
            )}
            {moves.includes('applied') && (
              <Button variant="primary" onClick={() => setApplying(true)}>
                {t('apply')}
              </Button>
            )}
            {run.status === 'applied' && run.batchId !== null && counts.confirmed + counts.ended === 0 && (
              <UndoBatchButton id={run.batchId} what={title} label={t('undo')} />
            )}
            {run.status === 'applied' && isOver && counts.waiting > 0 && (
              <Button variant="primary" onClick={() => setAsked('release')}>
                {t('release', { n: counts.waiting })}
              </Button>
            )}
          </div>
        )}
      </header>
      {error !== null && asked === null && (
        <Notice alert tone="danger">
          {failureText(error)}
        </Notice>
      )}
      {run.status === 'draft' && <ToDo counts={counts} />}
      {run.status === 'reviewed' && <Notice tone="good">{t('reviewed', { name: run.reviewedBy })}</Notice>}
      {run.status === 'undone' && <Notice tone="info">{t('undone')}</Notice>}
      {run.status === 'applied' && run.appliedAt !== null && run.holdUntil !== null && (
        <Notice tone={isOver && counts.waiting > 0 ? 'warn' : 'good'}>
          {t(isOver ? 'appliedOver' : 'applied', {
            name: run.appliedBy,
            at: format.instant(run.appliedAt, 'day'),
            day: format.day(run.holdUntil),
          })}
        </Notice>
      )}
      <div>
        <Segmented
          label={t('views')}
          value={url['view'] === 'class' ? 'class' : 'student'}
          onChange={view => change({ view: view === 'class' ? 'class' : undefined })}
          options={[
            { value: 'student', label: t('byStudent') },
            { value: 'class', label: t('byClass') },
          ]}
        />
      </div>
      {url['view'] === 'class' ? (
        <OfficePromotionClasses classes={found.classes} isApplied={run.status === 'applied'} />
      ) : (
        <OfficePromotionLines promotion={found} mayDecide={mayWrite && run.status === 'draft'} onDecided={move.reset} />
      )}
      {asked !== null && (
        <Dialog
          open
          onClose={() => setAsked(null)}
          title={t(`ask.${asked}`, { n: counts.waiting })}
          description={t(`ask.${asked}Text`, { n: counts.waiting, mails })}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>{text.cancel}</Button>
              <Button
                variant="danger"
                pending={move.isPending || release.isPending}
                onClick={asked === 'discard' ? () => make('discarded', 'discarded') : letGo}
              >
                {asked === 'discard' ? t('discard') : t('release', { n: counts.waiting })}
              </Button>
            </>
          }
        >
          {error !== null && (
            <Notice alert tone="danger">
              {failureText(error)}
            </Notice>
          )}
        </Dialog>
      )}
      {isApplying && <OfficeApplyPromotion promotion={found} undo={undo} onClose={() => setApplying(false)} />}
    </div>
  )
}
