import { useTranslations } from 'use-intl'
import type { DutyShift } from '#contract/communication/duties.ts'
import { Link } from '#web/routing/link.tsx'
import { Named, useNameText } from '#web/words/Name.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Tongues } from '#web/words/Tongues.tsx'

const tones = {
  taken: 'info',
  confirmed: 'info',
  worked: 'good',
  'no-show': 'bad',
  excused: 'neutral',
  cancelled: 'neutral',
} as const

/** Shifts, each with its day, its points, who comes and the result; a line opens the event on the screen `to`. */
export const ShiftList = ({ shifts, to }: { shifts: readonly DutyShift[]; to: '/parent' | '/adminevent' }) => {
  const t = useTranslations('duties')
  const format = useFormat()
  const nameText = useNameText()
  return (
    <ul className="divide-y divide-line text-sm">
      {shifts.map(shift => (
        <li key={shift.id}>
          <Link
            to={to}
            search={{ event: shift.eventId }}
            resetScroll={false}
            className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-2 hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">
                <Named names={shift} />
              </span>
              <span className="block text-ink-2">
                <Tongues
                  text={[
                    nameText({ name: shift.title, nativeName: shift.nativeTitle }),
                    format.day(shift.onDay),
                    t('points', { n: shift.points }),
                    t('list.by', { name: nameText({ name: shift.by, nativeName: shift.byNative }) }),
                  ].join(' · ')}
                />
              </span>
            </span>
            <Status tone={tones[shift.status]}>{t(`status.${shift.status}`)}</Status>
          </Link>
        </li>
      ))}
    </ul>
  )
}
