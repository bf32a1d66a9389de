import { CopyPlus, GraduationCap } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useRead } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { OfficeCopyClasses } from '#web/enrolment/promotions/office/OfficeCopyClasses.tsx'
import { OfficePromotionRun } from '#web/enrolment/promotions/office/OfficePromotionRun.tsx'
import { OfficePropose } from '#web/enrolment/promotions/office/OfficePropose.tsx'
import { promotionTones, type UndoBatch } from '#web/enrolment/promotions/promotionText.ts'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

const Overview = () => {
  const t = useTranslations('promotions')
  const format = useFormat()
  const nameText = useNameText()
  const may = useMay()
  const runs = useRead('promotions-list', {})
  const [, change] = useUrlState()
  const ways = [
    { id: 'copy', icon: CopyPlus, text: 'copy' },
    { id: 'new', icon: GraduationCap, text: 'propose' },
  ] as const
  return (
    <div className="grid gap-6">
      <p className="max-w-[66ch] text-ink-2">{t('lead')}</p>
      {may('promotions-propose') !== false && (
        <ol className="grid gap-3 sm:grid-cols-2">
          {ways.map(({ id, icon: Icon, text }, index) => (
            <li key={id} className="grid content-between gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5">
              <div className="flex gap-3">
                <span className="grid size-10 shrink-0 place-items-center rounded-md bg-marigold-soft text-marigold-ink">
                  <Icon size={20} aria-hidden />
                </span>
                <div>
                  <h3 className="display text-base">
                    <span className="text-ink-2 tabular-nums">{format.number(index + 1)}. </span>
                    {t(`${text}.open`)}
                  </h3>
                  <p className="mt-1 text-sm text-ink-2">{t(`${text}.openHint`)}</p>
                </div>
              </div>
              <Button variant={index === 0 ? 'secondary' : 'primary'} onClick={() => change({ id })}>
                {t(`${text}.open`)}
              </Button>
            </li>
          ))}
        </ol>
      )}
      <Table
        caption={t('list')}
        rows={runs}
        rowKey={run => run.id}
        rowLabel={run => t('run.title', { from: nameText(run.from), to: nameText(run.to) })}
        onOpen={run => change({ id: run.id })}
        empty={<Empty>{t('empty')}</Empty>}
        columns={[
          { key: 'from', header: t('from'), cell: run => <Name {...run.from} /> },
          { key: 'to', header: t('to'), cell: run => <Name {...run.to} /> },
          { key: 'lines', header: t('students'), align: 'end', cell: run => format.number(run.lines) },
          {
            key: 'status',
            header: t('status'),
            cell: run => <Status tone={promotionTones[run.status]}>{t(`statuses.${run.status}`)}</Status>,
          },
          {
            key: 'made',
            header: t('made'),
            cell: run => t('madeBy', { name: run.createdBy, at: format.instant(run.createdAt, 'day') }),
          },
        ]}
      />
    </div>
  )
}

/** The change of terms: copies classes, and decides where students go. `id` in the address selects the promotion. */
export const OfficePromotion = ({ undo }: { undo: UndoBatch }) => {
  const t = useTranslations('promotions')
  const [{ id }, change] = useUrlState()
  const back = () =>
    change({ id: undefined, only: undefined, from: undefined, to: undefined, search: undefined, view: undefined })
  if (!id || id === 'new')
    return (
      <>
        <Overview />
        {id === 'new' && <OfficePropose onClose={back} />}
      </>
    )
  return (
    <div className="grid gap-4">
      <div data-noprint>
        <BackButton onClick={back}>{t('back')}</BackButton>
      </div>
      {id === 'copy' ? <OfficeCopyClasses undo={undo} onDone={back} /> : <OfficePromotionRun id={id} undo={undo} />}
    </div>
  )
}
