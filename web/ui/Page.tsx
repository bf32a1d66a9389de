import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { useUiText } from './text.tsx'

type PageProps = {
  title: string
  /** A line above the title, such as a class and its time. */
  above?: ReactNode
  /** A sentence below the title. */
  lead?: ReactNode
  /** Buttons at the top end; the main one comes last. */
  actions?: ReactNode
  /** Limits the line length, for text pages and forms. */
  narrow?: boolean
  /** The title is on the blackboard and the content overlaps its lower edge, as on a family's home page. */
  board?: boolean
  /** Content on the board below the title: a switch between children, a progress bar. */
  band?: ReactNode
  /** The content begins below the board instead of overlapping its lower edge. */
  below?: boolean
  children?: ReactNode
}

/** A screen: its title, actions and content. It also sets the title of the browser tab. */
export const Page = ({
  title,
  above,
  lead,
  actions,
  narrow = false,
  board = false,
  band,
  below = false,
  children,
}: PageProps) => {
  const text = useUiText()
  const width = classes('mx-auto w-full px-gutter', narrow ? 'max-w-[calc(40rem+2*var(--gutter))]' : 'max-w-[90rem]')
  const head = (
    <header className={classes('flex flex-wrap items-end justify-between gap-x-6 gap-y-4', !board && 'mb-6')}>
      <div className="min-w-0">
        {above && <p className={classes('mb-1 text-sm', board ? 'text-on-board-2' : 'text-ink-2')}>{above}</p>}
        <h1 tabIndex={-1} className="text-2xl">
          {board ? title : <span className="stroke">{title}</span>}
        </h1>
        {lead && <p className={classes('mt-2 max-w-[66ch]', board ? 'text-on-board-2' : 'text-ink-2')}>{lead}</p>}
      </div>
      {actions && (
        <div data-noprint className="flex max-w-full min-w-0 flex-wrap gap-3">
          {actions}
        </div>
      )}
    </header>
  )
  return (
    <>
      <title>{`${title} · ${text.site}`}</title>
      {board ? (
        <>
          <div className={classes('board rounded-b-xl pt-4', below ? 'pb-5' : 'pb-16')}>
            <div className={width}>
              {head}
              {band && <div className="mt-4">{band}</div>}
            </div>
          </div>
          <div className={classes(width, below ? 'pt-5' : '-mt-10', 'pb-5')}>{children}</div>
        </>
      ) : (
        <div className={classes(width, 'pt-6 pb-16 sm:pt-8')}>
          {head}
          {children}
        </div>
      )}
    </>
  )
}

type CardProps = { title?: ReactNode; aside?: ReactNode; className?: string; children: ReactNode }

/** A part of a screen on its own background. Don't nest cards. */
export const Card = ({ title, aside, className, children }: CardProps) => (
  <section data-card className={classes('rounded-xl border border-line bg-surface p-4 sm:p-5', className)}>
    {(title || aside) && (
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {title && <h2 className="text-lg">{title}</h2>}
        {aside}
      </header>
    )}
    {children}
  </section>
)
