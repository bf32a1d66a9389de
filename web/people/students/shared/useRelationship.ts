import { useTranslations } from 'use-intl'
import { relationships } from '#contract/people/students.plain.ts'

/** Returns a function that names a relationship; what people wrote themselves stays as it is. */
export const useRelationship = (): ((relationship: string) => string) => {
  const t = useTranslations('record.relationships')
  return relationship => {
    const known = relationships.find(each => each === relationship)
    return known ? t(known) : relationship
  }
}
