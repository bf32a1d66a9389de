/** The link address of a phone number: its digits alone, because an address has no spaces or brackets. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
