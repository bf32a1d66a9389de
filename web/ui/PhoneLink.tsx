import { Phone } from 'lucide-react'
import { phoneHref } from '#web/ui/phoneHref.ts'

/** A phone number to tap, large enough for a thumb. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a
    href={phoneHref(phone)}
    className="inline-flex min-h-11 items-center gap-2 text-sm text-ink-2 hover:text-ink hover:underline"
  >
    <Phone size={16} aria-hidden className="shrink-0" />
    {phone}
  </a>
)
