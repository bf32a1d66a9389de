import type { ReadName } from '#contract/index.ts'

/** The pages of settings by their `subMenu`, in the groups in which they stand; the overview has none. */
export const settingsPages = {
  start: [''],
  school: ['school', 'region', 'features'],
  teaching: ['classrules', 'attendance', 'scales'],
  families: ['registration', 'fields', 'policies', 'duties'],
  money: ['fees', 'refunds', 'paying', 'cards'],
  messages: ['mail', 'messages', 'push'],
  access: ['signin', 'roles'],
  records: ['audit', 'retention'],
  exchange: ['oneroster'],
} as const

export type SettingsGroup = keyof typeof settingsPages
export type SettingsPage = (typeof settingsPages)[SettingsGroup][number]

/** What a page reads first; whose area of the office does not reach it, or whose school has it off, is not led there. */
export const settingsNeeds: Partial<Record<SettingsPage, ReadName>> = {
  cards: 'cards-settings',
  scales: 'grades-scales',
  attendance: 'absences-codes',
  fields: 'forms-fields',
  policies: 'policies-list',
  messages: 'messages-templates',
  push: 'push-status',
  oneroster: 'oneroster-summary',
  audit: 'audit-list',
}
