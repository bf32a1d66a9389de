import type { CatalogueSection } from '#contract/enrolment/classes.ts'
import { useTranslations } from 'use-intl'
import { useFeature } from '#web/wire/school.ts'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { useTeachersText } from '#web/words/Name.tsx'
import { classes } from '#web/ui/classes.ts'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Badge, type Tone } from '#web/ui/Marks.tsx'
import type { Standing } from './chosen.ts'

const heldTones: Record<Standing, Tone> = {
  in: 'good',
  held: 'warn',
  approval: 'warn',
  waiting: 'warn',
  lottery: 'event',
}

type ClassRowProps = {
  id: string
  section: CatalogueSection
  isChosen: boolean
  /** True if the class can't be chosen for this child. */
  isShut?: boolean
  isWished?: boolean
  /** The child's standing in the class: in it, waiting for it or in its draw. */
  held?: Standing | undefined
  /** The chosen class at the same time, if any. */
  clash?: string | undefined
  /** The error of the choice. */
  error?: string | undefined
  /** The outcome of the choice, if it is more than a seat. */
  note?: string | undefined
  onToggle?: () => void
  /** True if the child audits, without marks. */
  isAudit?: boolean
  onAudit?: (isAudit: boolean) => void
}

/** A class that may be chosen for a child. */
export const ClassRow = (props: ClassRowProps) => {
  const {
    id,
    section,
    isChosen,
    isShut = false,
    isWished = false,
    held,
    clash,
    error,
    note,
    onToggle,
    isAudit = false,
    onAudit,
  } = props
  const t = useTranslations('choose')
  const text = useClassText()
  const teachersText = useTeachersText()
  const hasAuditing = useFeature('auditing')
  const { first, second } = text.names(section)
  const places = text.places(section)
  const about = [text.when(section), section.room, teachersText(section)].filter(Boolean).join(' · ')
  return (
    <li
      data-crayon={section.crayon}
      className={classes(
        'relative flex items-start gap-3 overflow-hidden rounded-lg border bg-surface p-3.5 ps-5 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
        error ? 'border-danger' : isChosen ? 'border-primary ring-1 ring-primary' : 'border-line',
        isShut ? 'text-ink-2' : 'hover:border-line-strong',
      )}
    >
      <span aria-hidden className="absolute inset-y-0 start-0 w-1.5 bg-crayon" />
      <input
        id={id}
        type="checkbox"
        className="check mt-0.5 focus-visible:shadow-none focus-visible:outline-none"
        checked={isChosen}
        disabled={isShut}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-more`}
        onChange={onToggle}
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          {/* The label covers the whole row. */}
          <label htmlFor={id} className="font-semibold after:absolute after:inset-0">
            {first}
            {second && <span className="ms-2 font-medium text-crayon-ink">{second}</span>}
          </label>
          <span className="text-sm font-semibold tabular-nums">{text.price(section)}</span>
        </div>
        <div id={`${id}-more`} className="mt-0.5 text-sm text-ink-2">
          <p className="tabular-nums">{about}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2">
            {held ? (
              <Badge tone={heldTones[held]}>{t(`held.${held}`)}</Badge>
            ) : (
              <Badge tone={places.tone}>{places.text}</Badge>
            )}
            {isShut && !held && <span>{text.ages(section)}</span>}
            {isWished && <Badge tone="event">{t('wished')}</Badge>}
            {clash && !error && <span className="font-medium text-marigold-ink">{t('sameTime', { name: clash })}</span>}
          </p>
          {note && !error && <p className="mt-1.5 font-medium text-ink">{note}</p>}
          {error && <p className="mt-1.5 font-medium text-danger-ink">{error}</p>}
        </div>
        {isChosen && onAudit && section.auditCents !== null && (hasAuditing || isAudit) && (
          // Above the label that covers the whole row.
          <div className="relative mt-1 w-fit">
            <Checkbox
              label={t('audit', {
                price: text.price({ tuitionCents: section.auditCents, dueCents: section.auditDueCents }),
              })}
              hint={t('auditHint')}
              checked={isAudit}
              onChange={event => onAudit(event.target.checked)}
            />
          </div>
        )}
      </div>
    </li>
  )
}
