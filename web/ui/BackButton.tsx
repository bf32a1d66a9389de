import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** Leads back to where a page, panel or step was opened from. Its arrow is in line with the text below it. */
export const BackButton = ({
  onClick,
  className = '',
  children,
}: {
  onClick: () => void
  className?: string
  children: ReactNode
}) => (
  <Button size="small" variant="quiet" icon={ArrowLeft} className={`-ms-3 ${className}`} onClick={onClick}>
    {children}
  </Button>
)
