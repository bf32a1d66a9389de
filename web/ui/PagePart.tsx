import type { ReactNode } from 'react'
import { useInSight } from './useInSight.ts'

/** The width of the front page's content. */
export const pageWidth = 'mx-auto w-full max-w-[72rem] px-gutter'

/** A part of the front page with a heading. One that is `opened` is scrolled to, and its heading takes the focus. */
export const PagePart = ({
  title,
  opened = false,
  aside,
  className,
  children,
}: {
  title: string
  opened?: boolean
  aside?: ReactNode
  className?: string
  children: ReactNode
}) => {
  const part = useInSight<HTMLDivElement>(opened)
  return (
    <section className={className}>
      <div className={`${pageWidth} py-12 lg:py-16`}>
        <div ref={part} className="mb-6 flex scroll-mt-6 flex-wrap items-end justify-between gap-4">
          <h2 tabIndex={-1} className="text-2xl">
            <span className="stroke">{title}</span>
          </h2>
          {aside}
        </div>
        {children}
      </div>
    </section>
  )
}
