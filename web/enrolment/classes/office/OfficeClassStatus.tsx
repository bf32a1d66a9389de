import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Section, SectionStatus } from '#contract/enrolment/classes.ts'
import { movesOf } from '#contract/enrolment/classes.plain.ts'
import { useWrite } from '#web/wire/call.ts'
import { useMay } from '#web/session/may.ts'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { toast } from '#web/ui/Toast.tsx'

const tones: Record<SectionStatus, Tone> = {
  draft: 'neutral',
  published: 'info',
  open: 'good',
  running: 'good',
  ended: 'neutral',
  cancelled: 'bad',
}

/** Moves classes between states as their transition table allows, with undo where possible. */
export const useClassMove = () => {
  const t = useTranslations('officeClasses')
  const status = useTranslations('officeWords.sectionStatus')
  const move = useWrite('classes-move')
  const make = (section: Pick<Section, 'id' | 'name' | 'status'>, to: SectionStatus): void =>
    move.start({ id: section.id, to }, moved => {
      const back = movesOf(moved).includes(section.status) ? () => make(moved, section.status) : undefined
      toast(t('moved', { name: moved.name, status: status(to) }), back)
    })
  return { make, error: move.error }
}

type StatusProps = {
  section: Section
  move: ReturnType<typeof useClassMove>
  /** Canceling a class moves students and money, so it has a sheet of its own. */
  onCancel: (id: string) => void
}

/** The state of a class, and the moves from it. */
export const ClassStatus = ({ section, move, onCancel }: StatusProps) => {
  const t = useTranslations('officeClasses')
  const status = useTranslations('officeWords.sectionStatus')
  const may = useMay()
  const moves = movesOf(section)
  const mark = <Status tone={tones[section.status]}>{status(section.status)}</Status>
  if (moves.length === 0 || may('classes-move') !== true) return mark
  return (
    <span className="inline-block max-sm:relative max-sm:z-1">
      <Menu
        label={t('movesOf', { name: section.name, status: status(section.status) })}
        button={
          <>
            {mark}
            <ChevronDown size={16} aria-hidden className="text-ink-2" />
          </>
        }
        buttonClassName="-mx-2 inline-flex min-h-control-small items-center gap-2 rounded-md px-2 hover:bg-sunken"
      >
        {moves.map(to => (
          <MenuItem key={to} onSelect={() => (to === 'cancelled' ? onCancel(section.id) : move.make(section, to))}>
            {t(`move.${section.status}_${to}` as 'move.draft_open')}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}
