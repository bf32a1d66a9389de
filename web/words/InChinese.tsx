import { type ReactNode, useState } from 'react'
import { useSchool } from '#web/wire/school.ts'

/** True if the school offers Chinese. A text in a language that it doesn't offer is read by nobody. */
export const useOffersChinese = (): boolean => useSchool()?.languages.includes('zh') ?? true

/** True if the field for this text in Chinese shows: without Chinese at the school only if it held one when opened. */
export const useInChinese = (text: string): boolean => {
  const [had] = useState(text !== '')
  return useOffersChinese() || had
}

/** The field for a text in Chinese, if it shows. */
export const InChinese = ({ text, children }: { text: string; children: ReactNode }) =>
  useInChinese(text) ? children : null
