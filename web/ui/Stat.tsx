import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type StatProps = { label: ReactNode; value: ReactNode; hint?: ReactNode; tone?: 'normal' | 'warn'; className?: string }

/** A tile with one important number. */
export const Stat = ({ label, value, hint, tone = 'normal', className }: StatProps) => (
  <div className={classes('rounded-lg border border-line bg-surface p-4', className)}>
    <p className="text-sm text-ink-2">{label}</p>
    <p className={classes('display mt-1 text-xl tabular-nums', tone === 'warn' && 'text-marigold-ink')}>{value}</p>
    {hint && <p className="mt-1 text-xs text-ink-2">{hint}</p>}
  </div>
)
