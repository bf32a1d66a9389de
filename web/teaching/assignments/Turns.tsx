import { useTranslations } from 'use-intl'
import type { Turn } from '#contract/teaching/assignments.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Attachments } from '#web/access/files/shared/Attachments.tsx'
import { useWorkText } from '#web/teaching/assignments/looks.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The history of a student's work, latest first. */
export const Turns = ({ turns, maxPoints }: { turns: readonly Turn[]; maxPoints: number | null }) => {
  const t = useTranslations('assignments')
  const format = useFormat()
  const firstName = useFirstName()
  const text = useWorkText()
  if (turns.length === 0) return null
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold">
        {t('history')}
        <span className="font-normal text-ink-2 tabular-nums">{format.aside(format.number(turns.length))}</span>
      </summary>
      <ol className="grid gap-3 border-s-2 border-line ps-4">
        {turns.toReversed().map(turn => {
          const name = firstName({ name: turn.by, nativeName: turn.byNativeName })
          return (
            <li key={turn.id} className="grid gap-1 text-sm">
              <p>
                <span className="font-semibold">{t(`turns.${turn.kind}`)}</span>
                {turn.points !== null && <span> · {text.points(turn.points, maxPoints)}</span>}{' '}
                <span className="text-ink-2">
                  {name && `${t('by', { name })} · `}
                  <time dateTime={turn.at}>{format.instant(turn.at)}</time>
                </span>
              </p>
              {turn.text && <p className="whitespace-pre-line text-ink-2">{turn.text}</p>}
              <Attachments files={turn.files} />
            </li>
          )
        })}
      </ol>
    </details>
  )
}
