import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { ShiftList } from '#web/communication/duties/ShiftList.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** A household's volunteer duty of this year and its shifts; nothing if the school asks for none. */
export const DutyCard = ({ householdId }: { householdId: string }) => {
  const t = useTranslations('duties')
  const format = useFormat()
  const duty = useReadLater('duties-mine', {}, { withPage: true }).data?.find(({ id }) => id === householdId)
  if (!duty || (duty.reason !== null && duty.shifts.length === 0)) return null
  const { year, due, worked, planned, owed, reason, shifts } = duty
  return (
    <Card title={t('mine.title')}>
      <p className="text-sm text-ink-2">
        {t('mine.year', { from: format.day(year.from, 'long'), to: format.day(year.to, 'long') })}
      </p>
      {reason !== null ? (
        <p className="mt-2">{t('mine.exempt')}</p>
      ) : (
        <>
          <p className="mt-2 font-semibold">{owed > 0 ? t('mine.owed', { n: owed }) : t('mine.done')}</p>
          {owed > 0 && planned > 0 && (
            <p className="text-sm text-ink-2">{t('mine.planned', { n: Math.min(planned, owed) })}</p>
          )}
          <div className="mt-2">
            <Progress
              label={t('mine.progress')}
              max={due}
              value={Math.min(worked, due)}
              text={t('of', { worked: format.number(worked), due: format.number(due) })}
            />
          </div>
        </>
      )}
      <div className="mt-3">
        {shifts.length === 0 ? (
          <p className="text-sm text-ink-2">{t('mine.none')}</p>
        ) : (
          <ShiftList shifts={shifts} to="/parent" />
        )}
      </div>
    </Card>
  )
}
