import { useLocale, useTranslations } from 'use-intl'
import { isDayOff } from '#contract/school/terms.plain.ts'
import type { TermPlan } from '#contract/school/terms.ts'
import { fieldsIn } from '#contract/studentFields.plain.ts'
import type { Roll, RollMark } from '#contract/teaching/absences.ts'
import { useMarkText } from '#web/teaching/absences/useMarkText.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Named, useNames } from '#web/words/Name.tsx'
import { useSchoolName } from '#web/wire/school.ts'
import { useFormat } from '#web/words/useFormat.ts'

const isPlainlyPresent = ({ code, ownCodeId }: RollMark): boolean => code === 'present' && ownCodeId === null
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The roll on paper: the class, with all dates of its term as columns. Shown only in print. */
export const RollSheet = ({ roll }: { roll: Roll }) => {
  const t = useTranslations('roll')
  const markText = useMarkText(roll.ownCodes)
  const fields = useTranslations('personFields')
  const pickUp = useTranslations('record.pickUp')
  const names = useNames()
  const format = useFormat()
  const school = useSchoolName(useLocale())
  const term = useReadLater('terms-get', { id: roll.termId }).data
  const isColumn = ({ onDay, status, isMakeUpOnly }: TermPlan['sessionDates'][number]): boolean =>
    onDay === roll.onDay || (!isDayOff(status) && !isMakeUpOnly && weekdayOf(onDay) === weekdayOf(roll.onDay))
  const days = term?.sessionDates.filter(isColumn).map(({ onDay }) => onDay) ?? [roll.onDay]
  const cell = 'border border-ink px-1'
  // What keeps a child safe is on paper, too; guests are on no class list.
  const notesOf = (mark: Roll['marks'][number]): string[] => [
    ...fieldsIn('roll').flatMap(field => (mark[field] ? [format.labelled(fields(field), mark[field])] : [])),
    ...(mark.barred.length > 0 ? [pickUp('notTo', { names: format.list(mark.barred) })] : []),
  ]
  return (
    <section aria-hidden className="hidden text-[8pt] text-ink print:block">
      <p className="text-[9pt]">{school}</p>
      <p className="display text-[15pt]">
        <Named names={{ name: roll.section, nativeName: roll.nativeName }} />
      </p>
      <p className="mb-3 text-[9pt]">
        {[roll.room, `${format.time(roll.startsAt)} – ${format.time(roll.endsAt)}`, term && names(term).first]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th className={`${cell} text-start`}>{t('student')}</th>
            {days.map(day => (
              <th key={day} className={`${cell} font-normal`}>
                {format.day(day, 'brief')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roll.marks.map(mark => (
            <tr key={mark.enrolmentId}>
              <td className={`${cell} h-7 whitespace-nowrap`}>
                <Named names={mark} />
                {mark.isGuest && format.aside(t('guest'))}
                {notesOf(mark).length > 0 && <strong> !</strong>}
              </td>
              {days.map(day => (
                <td key={day} className={`${cell} text-center`}>
                  {day === roll.onDay && mark.code && (isPlainlyPresent(mark) ? '✓' : markText({ ...mark, note: '' }))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-3 text-[9pt]">
        {roll.marks
          .filter(mark => notesOf(mark).length > 0)
          .map(mark => (
            <li key={mark.enrolmentId} className="break-inside-avoid">
              <strong>! {format.labelled(names(mark).first, notesOf(mark).join(' · '))}</strong>
            </li>
          ))}
      </ul>
    </section>
  )
}
