import type { ReadName } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'

/** The settings pages by their `subMenu`, in their groups; the overview has none. */
export const settingsPages = {
  start: [''],
  school: ['school', 'region', 'features'],
  teaching: ['classrules', 'attendance', 'scales'],
  families: ['registration', 'fields', 'policies', 'duties'],
  money: ['fees', 'refunds', 'paying', 'cards'],
  messages: ['mail', 'messages', 'push'],
  access: ['signin', 'roles'],
  records: ['audit', 'retention', 'backups', 'jobs'],
  exchange: ['oneroster'],
} as const

export type SettingsGroup = keyof typeof settingsPages
export type SettingsPage = (typeof settingsPages)[SettingsGroup][number]

/** The first read of a page, and the feature that it requires. */
export const settingsNeeds: Partial<Record<SettingsPage, { needs: ReadName; feature?: Feature }>> = {
  cards: { needs: 'cards-settings' },
  scales: { needs: 'grades-scales' },
  attendance: { needs: 'absences-codes' },
  fields: { needs: 'forms-fields' },
  policies: { needs: 'policies-list' },
  messages: { needs: 'messages-templates' },
  push: { needs: 'push-status' },
  oneroster: { needs: 'oneroster-summary', feature: 'oneroster' },
  audit: { needs: 'audit-list' },
  backups: { needs: 'backups-status' },
  jobs: { needs: 'jobs-status' },
}
