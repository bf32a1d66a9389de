import type { ReactNode } from 'react'

/** A titled part of a record. */
export const Part = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <section>
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
      <h3 className="display text-lg">{title}</h3>
      {aside}
    </div>
    {children}
  </section>
)

/** One labeled fact; goes in a `<dl>`. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-2">{label}</dt>
    <dd className="font-medium break-words">{children}</dd>
  </div>
)
