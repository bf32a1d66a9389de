import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Input, Output } from '#contract/index.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { Card } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { searchWith } from '#web/routing/urlState.ts'

type Charts = Output<'dashboard-charts'>

/** The same numbers as a table, for people who prefer reading. */
const AsTable = ({ head, children }: { head: readonly string[]; children: ReactNode }) => {
  const t = useTranslations('officeDashboard')
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-9 cursor-pointer py-1.5 font-medium text-ink-2">{t('asTable')}</summary>
      <div className="overflow-x-auto">
        <table className="w-full">
          <thead>
            <tr className="text-ink-2">
              {head.map((each, index) => (
                <th
                  key={each}
                  scope="col"
                  className={classes('py-1 font-medium', index === 0 ? 'text-start' : 'text-end')}
                >
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tabular-nums">{children}</tbody>
        </table>
      </div>
    </details>
  )
}
const cell = 'border-t border-line py-1.5 text-end'

const Attendance = ({ weeks }: { weeks: Charts['attendance'] }) => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const to = (week: string) => ({
    to: '/admindashboard' as const,
    search: searchWith({ show: 'absent', from: week }),
    resetScroll: false,
  })
  return (
    <Card title={t('attendanceTitle')}>
      <p className="-mt-2 mb-4 text-sm text-ink-2">{t('attendanceHint')}</p>
      {/* Clicking a bar is a convenience; the links in the table serve everyone. */}
      <div aria-hidden className="flex h-40 items-end gap-1 border-b border-line sm:gap-2">
        {weeks.map(({ week, present, marked }) => {
          const share = marked === 0 ? 0 : present / marked
          return (
            <Link
              key={week}
              {...to(week)}
              tabIndex={-1}
              title={t('attendanceWeek', {
                day: format.day(week, 'short'),
                share: format.percent(share),
                n: marked - present,
              })}
              className="group flex h-full min-w-0 flex-1 flex-col justify-end gap-1 text-center text-2xs tabular-nums text-ink-2"
            >
              <span className="max-sm:hidden">{format.percent(share)}</span>
              <span
                className={classes(
                  'mx-auto block w-full max-w-8 rounded-t-sm [print-color-adjust:exact] forced-color-adjust-none group-hover:opacity-80',
                  share < 0.85 ? 'bg-marigold' : 'bg-primary',
                )}
                style={{ height: `${share * 100}%` }}
              />
              <span className="truncate">{format.day(week, 'brief')}</span>
            </Link>
          )
        })}
      </div>
      <AsTable head={[t('week'), t('present'), t('absent')]}>
        {weeks.map(({ week, present, marked }) => (
          <tr key={week}>
            <th scope="row" className={classes(cell, 'text-start font-normal')}>
              {format.day(week)}
            </th>
            <td className={cell}>{format.percent(marked === 0 ? 0 : present / marked)}</td>
            <td className={cell}>
              <Link {...to(week)} className={textLink}>
                {format.number(marked - present)}
              </Link>
            </td>
          </tr>
        ))}
      </AsTable>
    </Card>
  )
}

const Money = ({ months }: { months: Charts['money'] }) => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const most = Math.max(1, ...months.flatMap(({ dueCents, paidCents }) => [dueCents, paidCents]))
  const to = (show: 'due' | 'received', month: string) => ({
    to: '/admindashboard' as const,
    search: searchWith({ show, from: month }),
    resetScroll: false,
  })
  const legend = [
    { key: 'due', look: 'border border-line-strong bg-sunken' },
    { key: 'received', look: 'bg-primary' },
  ] as const
  return (
    <Card title={t('moneyTitle')}>
      <ul className="-mt-2 mb-4 flex flex-wrap gap-x-4 text-sm text-ink-2">
        {legend.map(({ key, look }) => (
          <li key={key} className="flex items-center gap-2">
            <span
              aria-hidden
              className={classes('[print-color-adjust:exact] forced-color-adjust-none size-3 rounded-sm', look)}
            />
            {t(key)}
          </li>
        ))}
      </ul>
      <div aria-hidden className="flex h-40 items-end gap-2 border-b border-line sm:gap-4">
        {months.map(({ month, dueCents, paidCents }) => {
          const values = { due: dueCents, received: paidCents }
          return (
            <div
              key={month}
              className="flex h-full min-w-0 flex-1 flex-col justify-end gap-1 text-center text-2xs text-ink-2"
            >
              <div className="flex min-h-0 flex-1 items-end justify-center gap-0.5">
                {legend.map(({ key, look }) => (
                  <Link
                    key={key}
                    {...to(key, month)}
                    tabIndex={-1}
                    title={t(`${key}Month`, { month: format.day(month, 'month'), amount: format.money(values[key]) })}
                    className={classes(
                      'block w-full max-w-7 rounded-t-sm [print-color-adjust:exact] forced-color-adjust-none hover:opacity-80',
                      look,
                    )}
                    style={{ height: `${Math.max(0, values[key] / most) * 100}%` }}
                  />
                ))}
              </div>
              <span className="truncate">{format.day(month, 'shortMonth')}</span>
            </div>
          )
        })}
      </div>
      <AsTable head={[t('month'), t('due'), t('received')]}>
        {months.map(({ month, dueCents, paidCents }) => (
          <tr key={month}>
            <th scope="row" className={classes(cell, 'text-start font-normal')}>
              {format.day(month, 'month')}
            </th>
            <td className={cell}>
              <Link {...to('due', month)} className={textLink}>
                {format.money(dueCents)}
              </Link>
            </td>
            <td className={cell}>
              <Link {...to('received', month)} className={textLink}>
                {format.money(paidCents)}
              </Link>
            </td>
          </tr>
        ))}
      </AsTable>
    </Card>
  )
}

/** The charts of a term: attendance, and payments received. They scan many rows, so they load later. */
export const OfficeCharts = ({ asked }: { asked: Input<'dashboard-charts'> }) => {
  const charts = useReadLater('dashboard-charts', asked)
  return (
    <Later read={charts} skeleton={<Skeleton className="h-64 rounded-xl" />}>
      {({ attendance, money }) =>
        attendance.length + money.length > 0 && (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
            {attendance.length > 0 && <Attendance weeks={attendance} />}
            {money.length > 0 && <Money months={money} />}
          </div>
        )
      }
    </Later>
  )
}
