import { useTranslations } from 'use-intl'
import { currentTerms } from '#contract/school/terms.plain.ts'
import type { AudiencePart } from '#contract/communication/messages.audience.ts'
import type { Notice } from '#contract/communication/messages.notices.ts'
import { partKey } from '#contract/communication/messages.notices.plain.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useNames, type TwoNames } from '#web/words/Name.tsx'

export type PartNames = ReadonlyMap<string, TwoNames>
export const noNames: PartNames = new Map()

/** Returns the same text for parts that mean the same. */
export const identify = (part: AudiencePart): string => `${part.kind} ${partKey(part)}`

export const namesOf = (notice: Pick<Notice, 'names'>): PartNames =>
  new Map(notice.names.map(({ key, name, nativeName }) => [key, { name, nativeName }]))

/** Returns the classes of the current terms, with the names of everything that an audience may include. */
export const useAudienceChoices = (given: PartNames) => {
  const terms = useReadLater('terms-list', {}).data ?? []
  const all = useReadLater('classes-list', {}).data ?? []
  const current = new Set(terms.filter(({ status }) => currentTerms.includes(status)).map(({ id }) => id))
  const sections = all.filter(({ termId, status }) => current.has(termId) && status !== 'cancelled')
  const programmes = [
    ...new Map(
      sections.map(each => [each.programmeId, { name: each.programme, nativeName: each.programmeNativeName }]),
    ),
  ]
  const levels = [...new Set(sections.flatMap(({ level }) => (level === null ? [] : [level])))].sort((a, b) => a - b)
  const known: PartNames = new Map([
    ...given,
    ...all.map(each => [each.programmeId, { name: each.programme, nativeName: each.programmeNativeName }] as const),
    ...all.map(({ id, name, nativeName }) => [id, { name, nativeName }] as const),
  ])
  return { sections, programmes, levels, known }
}

/** Returns a function that names a part of an audience. */
export const usePartText = (known: PartNames): ((part: AudiencePart) => string) => {
  const t = useTranslations('audience')
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
