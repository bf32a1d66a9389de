import { type ReactNode, useState } from 'react'
import { useSchool } from '#web/wire/school.ts'

/** True if the school offers Chinese. A text in a language that it doesn't offer is read by nobody. */
export const useOffersChinese = (): boolean => useSchool()?.languages.includes('zh') ?? true

/** The field for a text in Chinese. Without Chinese at the school it shows only if it held a text when it was opened. */
export const InChinese = ({ text, children }: { text: string; children: ReactNode }) => {
  const [had] = useState(text !== '')
  return useOffersChinese() || had ? children : null
}
