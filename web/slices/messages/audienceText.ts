import { useTranslations } from 'use-intl'
import type { AudiencePart } from '#contract/audience.ts'
import { type Notice, partKey } from '#contract/notices.ts'
import { useNames, type TwoNames } from '#web/Name.tsx'

export type PartNames = ReadonlyMap<string, TwoNames>

/** Two parts that mean the same have the same text. */
export const identify = (part: AudiencePart): string => `${part.kind} ${partKey(part)}`

export const namesOf = (notice: Pick<Notice, 'names'>): PartNames =>
  new Map(notice.names.map(({ key, name, nativeName }) => [key, { name, nativeName }]))

/** What a part of an audience is called, in words. */
export const usePartText = (known: PartNames): ((part: AudiencePart) => string) => {
  const t = useTranslations('messages.audience')
  const names = useNames()
  return part => {
    switch (part.kind) {
      case 'everyone':
      case 'unpaid':
        return t(part.kind)
      case 'role':
        return t(part.role)
      case 'level':
        return t('level', { level: String(part.level) })
      default: {
        const found = known.get(partKey(part))
        return found ? names(found).first : '…'
      }
    }
  }
}
