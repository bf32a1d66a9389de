import type { ReactNode } from 'react'
import { usePeopleExport } from './usePeopleExport.ts'

type PeopleLinkProps = { href: string; download: string; className: string; children: ReactNode }

/** A link to a file with many people, which asks to sign in again where that was too long ago. */
export const PeopleLink = ({ href, download, className, children }: PeopleLinkProps) => {
  const proven = usePeopleExport()
  return (
    <a
      href={href}
      download={download}
      className={className}
      onClick={event => {
        event.preventDefault()
        proven(() => {
          const link = document.createElement('a')
          link.href = href
          link.download = download
          link.click()
        })
      }}
    >
      {children}
    </a>
  )
}
