import { useTranslations } from 'use-intl'
import { relationships } from '#contract/people/students.plain.ts'

/** The word for a relationship; what people wrote themselves stands as they wrote it. */
export const useRelationship = (): ((relationship: string) => string) => {
  const t = useTranslations('record.relationships')
  return relationship => {
    const known = relationships.find(each => each === relationship)
    return known ? t(known) : relationship
  }
}
