/** Where a telephone number leads: only its digits, since an address has no spaces or brackets. */
export const phoneHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
