import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant, type ButtonWide } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'

export { Link } from '@tanstack/react-router'

type ButtonAnchorProps = ComponentProps<'a'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: ButtonWide
  icon?: LucideIcon
}

const ButtonAnchor = ({ variant, size, wide, icon: Icon, className, children, ...anchor }: ButtonAnchorProps) => (
  <a {...anchor} className={classes(buttonClass(variant, size, wide), className)}>
    {Icon && <Icon size={18} aria-hidden />}
    {children}
  </a>
)

/** A link to a screen that looks like a button. */
export const ButtonLink: LinkComponent<typeof ButtonAnchor> = createLink(ButtonAnchor)

/** The look of a link in running text. */
export const textLink = 'font-medium text-primary-ink underline decoration-1 underline-offset-3 hover:decoration-2'
