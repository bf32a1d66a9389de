import { Named, useTeachersText } from '#web/words/Name.tsx'
import { Clock, MapPin, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { Link } from '#web/routing/link.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { searchWith } from '#web/routing/urlState.ts'

/** A class in the public list: its crayon, name, time, room, teacher, fee and free seats. The whole card opens it. */
export const ClassCard = ({ section, note }: { section: CatalogueSection; note?: ReactNode }) => {
  const teachersText = useTeachersText()
  const text = useClassText()
  const places = text.places(section)
  return (
    <li
      data-card
      data-crayon={section.crayon}
      className="relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-[border-color,transform] focus-within:border-line-strong hover:-translate-y-0.5 hover:border-line-strong hover:shadow-2"
    >
      <span aria-hidden className="h-1.5 bg-crayon" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <h4 className="display text-lg">
          <Link
            to="."
            search={searchWith({ class: section.id })}
            resetScroll={false}
            preload={false}
            className="after:absolute after:inset-0 after:rounded-lg"
          >
            <Named names={section} quiet="font-sans text-base tracking-normal text-crayon-ink" />
          </Link>
        </h4>
        <ul className="grid gap-1 text-sm text-ink-2">
          <li className="flex items-start gap-2">
            <Clock size={16} aria-hidden className="mt-0.5 shrink-0" />
            <span className="tabular-nums">{text.when(section)}</span>
          </li>
          {(section.room || section.teachers.length > 0) && (
            <li className="flex flex-wrap gap-x-4 gap-y-1">
              {section.room && (
                <span className="flex items-start gap-2">
                  <MapPin size={16} aria-hidden className="mt-0.5 shrink-0" />
                  {section.room}
                </span>
              )}
              {section.teachers.length > 0 && (
                <span className="flex items-start gap-2">
                  <UserRound size={16} aria-hidden className="mt-0.5 shrink-0" />
                  {teachersText(section)}
                </span>
              )}
            </li>
          )}
        </ul>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 pt-1">
          <p className="text-sm text-ink-2">
            <span className="font-semibold text-ink tabular-nums">{text.price(section)}</span>
            <span aria-hidden> · </span>
            <span>{text.ages(section)}</span>
          </p>
          <Badge tone={places.tone}>{places.text}</Badge>
        </div>
        {note}
      </div>
    </li>
  )
}
