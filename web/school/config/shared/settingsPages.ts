import type { ReadName } from '#contract/index.ts'

/** The pages of settings by their `subMenu`, in the groups in which they stand; the overview has none. */
export const settingsPages = {
  start: [''],
  school: ['school', 'region', 'terms'],
  teaching: ['courses', 'classrules', 'lotteries', 'promotion', 'scales', 'attendance'],
  families: ['registration', 'fields', 'duties', 'policies'],
  money: ['fees', 'codes', 'scholarships', 'refunds', 'late', 'cards', 'paying'],
  messages: ['messages', 'mail', 'push'],
  access: ['roles', 'signin'],
  exchange: ['import', 'oneroster'],
  records: ['audit', 'retention'],
} as const

export type SettingsGroup = keyof typeof settingsPages
export type SettingsPage = (typeof settingsPages)[SettingsGroup][number]

/** What a page reads first; whose area of the office does not reach it is not led there. */
export const settingsNeeds: Partial<Record<SettingsPage, ReadName>> = {
  cards: 'cards-settings',
  codes: 'prices-codes',
  scholarships: 'prices-awards',
  scales: 'grades-scales',
  attendance: 'absences-codes',
  promotion: 'promotions-list',
  lotteries: 'lotteries-list',
  fields: 'forms-fields',
  policies: 'policies-list',
  messages: 'messages-templates',
  push: 'push-status',
  oneroster: 'oneroster-summary',
  audit: 'audit-list',
}
