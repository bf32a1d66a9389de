import type { WindowAudience } from '#contract/enrolment/windows.ts'
import { audiences } from '#contract/enrolment/windows.plain.ts'

type Opening = { audience: WindowAudience; opensAt: string }

/** Windows in order of opening. Of those that open together, the wider audience comes last. */
export const inOrderOfOpening = <Window extends Opening>(windows: readonly Window[]): Window[] =>
  windows.toSorted(
    (a, b) =>
      Date.parse(a.opensAt) - Date.parse(b.opensAt) || audiences.indexOf(a.audience) - audiences.indexOf(b.audience),
  )

/**
 * The window that applies to a family, with whether it is open: the first to open for any of its audiences; null if
 * none applies. Everyone belongs to `all`.
 */
export const windowFor = <Window extends Opening>(
  belongsTo: readonly WindowAudience[],
  windows: readonly Window[],
  now: Date,
): (Window & { isOpen: boolean }) | null => {
  const own = inOrderOfOpening(windows).find(({ audience }) => audience === 'all' || belongsTo.includes(audience))
  return own ? { ...own, isOpen: Date.parse(own.opensAt) <= now.getTime() } : null
}

type WindowProblem = { at: number; problem: 'taken' | 'order' } | { at: null; problem: 'all' }

/** Problems with windows to be set: two for one audience, none for all, or one that opens after the window for all. */
export const windowProblems = (
  windows: readonly { audience: WindowAudience; onDay: string; time: string }[],
): WindowProblem[] => {
  const everybody = windows.find(({ audience }) => audience === 'all')
  if (windows.length > 0 && !everybody) return [{ at: null, problem: 'all' }]
  return windows.flatMap(({ audience, onDay, time }, at): WindowProblem[] => {
    if (windows.findIndex(other => other.audience === audience) < at) return [{ at, problem: 'taken' }]
    const isLater = everybody && `${onDay} ${time}` > `${everybody.onDay} ${everybody.time}`
    return isLater ? [{ at, problem: 'order' }] : []
  })
}
