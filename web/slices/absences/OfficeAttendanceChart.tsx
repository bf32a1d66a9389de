import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { useFormat } from '#web/useFormat.ts'

type Days = Output<'terms-figures'>['attendance']

/** How each school day of a term was attended: a bar per day, and the same as a table for who does not see bars. */
export const OfficeAttendanceChart = ({ days }: { days: Days }) => {
  const t = useTranslations('adminDashboard')
  const format = useFormat()
  const shown = days.map(day => ({ ...day, share: day.marked === 0 ? 0 : day.present / day.marked }))
  return (
    <>
      <div aria-hidden className="flex h-40 items-end gap-1 border-b border-line sm:gap-2">
        {shown.map(({ onDay, present, marked, share }) => (
          <div
            key={onDay}
            title={`${format.day(onDay)}: ${t('attendanceOf', { present, marked })}`}
            className="flex h-full min-w-0 flex-1 flex-col justify-end gap-1 text-center text-2xs tabular-nums text-ink-2"
          >
            <span className="max-sm:hidden">{format.percent(share)}</span>
            <span
              className={
                share < 0.85
                  ? 'mx-auto w-full max-w-8 rounded-t-sm bg-marigold'
                  : 'mx-auto w-full max-w-8 rounded-t-sm bg-primary'
              }
              style={{ height: `${share * 100}%` }}
            />
            <span className="truncate">{format.day(onDay, 'brief')}</span>
          </div>
        ))}
      </div>
      {/* A table takes its own width, whatever it is told. */}
      <div className="sr-only">
        <table>
          <caption>{t('attendance')}</caption>
          <tbody>
            {shown.map(({ onDay, present, marked, share }) => (
              <tr key={onDay}>
                <th scope="row">{format.day(onDay, 'long')}</th>
                <td>{format.percent(share)}</td>
                <td>{t('attendanceOf', { present, marked })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
