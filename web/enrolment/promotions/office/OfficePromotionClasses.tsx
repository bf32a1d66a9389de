import { useTranslations } from 'use-intl'
import type { PromotionClass } from '#contract/enrolment/promotions.ts'
import { Name, useNameText } from '#web/words/Name.tsx'
import { useTimeText } from '#web/enrolment/promotions/promotionText.ts'
import { Badge } from '#web/ui/Marks.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'

/** The classes of the new term: how full each gets, and which become too full or stay too small. */
export const OfficePromotionClasses = ({
  classes,
  isApplied,
}: {
  classes: readonly PromotionClass[]
  isApplied: boolean
}) => {
  const t = useTranslations('promotions.run')
  const format = useFormat()
  const nameText = useNameText()
  const timeText = useTimeText()
  const [, change] = useUrlState()
  return (
    <Table
      caption={t('classCaption')}
      rows={classes}
      rowKey={each => each.id}
      rowLabel={each => t('show', { name: nameText(each) })}
      onOpen={each => change({ view: undefined, only: undefined, from: undefined, to: each.id })}
      empty={<Empty>{t('none')}</Empty>}
      columns={[
        { key: 'class', header: t('class'), cell: each => <Name {...each} /> },
        { key: 'time', header: t('time'), cell: timeText },
        { key: 'coming', header: t('coming'), align: 'end', cell: each => format.number(each.coming) },
        {
          key: 'seats',
          header: t('seats'),
          width: '40%',
          cell: each => {
            const taken = each.seated + each.coming
            const over = taken - each.capacity
            return (
              <div className="flex flex-wrap items-center gap-x-3">
                <div className="min-w-40 flex-1">
                  <Progress
                    label={nameText(each)}
                    max={Math.max(each.capacity, taken)}
                    value={
                      over > 0
                        ? [
                            { value: each.capacity, tone: 'warn' },
                            { value: over, tone: 'bad' },
                          ]
                        : taken
                    }
                    text={t('seatsOf', { taken: format.number(taken), capacity: format.number(each.capacity) })}
                  />
                </div>
                {over > 0 && <Badge tone="bad">{t('over', { n: over })}</Badge>}
                {!isApplied && taken < each.minimum && (
                  <Badge tone="warn">{t('below', { n: format.number(each.minimum - taken) })}</Badge>
                )}
              </div>
            )
          },
        },
      ]}
    />
  )
}
