import type { ReactNode } from 'react'
import { usePeopleExport } from './usePeopleExport.ts'

type PeopleLinkProps = { href: string; download: string; className: string; children: ReactNode }

/** A link to a file that names many people. It asks the person to sign in again if their sign-in is too old. */
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
