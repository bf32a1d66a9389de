import { useTranslations } from 'use-intl'
import type { EventState } from '#contract/communication/events.ts'
import { Badge, type Tone } from '#web/ui/Marks.tsx'

const tones: Record<EventState, Tone> = {
  draft: 'warn',
  open: 'good',
  full: 'event',
  ended: 'neutral',
  cancelled: 'bad',
}

/** The state of an event, in one word. */
export const OfficeState = ({ state }: { state: EventState }) => {
  const t = useTranslations('events.state')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
