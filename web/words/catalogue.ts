import type { Language } from '#contract/values.ts'
import type { messages as applications } from '#web/enrolment/applications/applications.en.ts'
import type { messages as assignments } from '#web/teaching/assignments/assignments.en.ts'
import type { messages as audience } from '#web/communication/messages/audience.en.ts'
import type { messages as badges } from '#web/people/badges/badges.en.ts'
import type { messages as base, refusals } from './base.en.ts'
import type { messages as batches } from '#web/office/batches/batches.en.ts'
import type { messages as cards } from '#web/money/cards/cards.en.ts'
import type { messages as cancellations } from '#web/enrolment/cancellations/cancellations.en.ts'
import type { messages as claiming } from '#web/enrolment/claims/claiming.en.ts'
import type { messages as classRules } from '#web/enrolment/classes/classRules.en.ts'
import type { messages as confirmations } from '#web/people/confirmations/confirmations.en.ts'
import type { messages as papers } from '#web/people/documents/papers.en.ts'
import type { messages as deeds } from '#web/access/audit/deeds.en.ts'
import type { messages as duplicates } from '#web/office/duplicates/duplicates.en.ts'
import type { messages as duties } from '#web/communication/duties/duties.en.ts'
import type { messages as events } from '#web/communication/events/events.en.ts'
import type { messages as family } from './family.en.ts'
import type { messages as finder } from '#web/enrolment/classes/finder.en.ts'
import type { messages as gradeBook } from '#web/teaching/grades/gradeBook.en.ts'
import type { messages as grades } from '#web/teaching/grades/grades.en.ts'
import type { messages as identity } from '#web/access/identity/identity.en.ts'
import type { messages as imports } from '#web/exchange/imports/imports.en.ts'
import type { messages as lotteries } from '#web/enrolment/lotteries/lotteries.en.ts'
import type { messages as leavings } from '#web/enrolment/leavings/leavings.en.ts'
import type { messages } from '#web/communication/messages/messages.en.ts'
import type { messages as office } from './office.en.ts'
import type { messages as oneroster } from '#web/exchange/oneroster/oneroster.en.ts'
import type { messages as pictures } from '#web/school/config/pictures.en.ts'
import type { messages as people } from './people.en.ts'
import type { messages as ownFields } from '#web/people/forms/ownFields.en.ts'
import type { messages as planning } from '#web/people/teachers/planning.en.ts'
import type { messages as payments } from '#web/money/payments/payments.en.ts'
import type { messages as officeEvents } from '#web/communication/events/officeEvents.en.ts'
import type { messages as open } from './public.en.ts'
import type { messages as officePrices } from '#web/money/prices/officePrices.en.ts'
import type { messages as prices } from '#web/money/prices/prices.en.ts'
import type { messages as promotions } from '#web/enrolment/promotions/promotions.en.ts'
import type { messages as push } from '#web/access/push/push.en.ts'
import type { messages as dashboard } from '#web/office/dashboard/dashboard.en.ts'
import type { messages as record } from './record.en.ts'
import type { messages as registration } from '#web/enrolment/enrolments/registration.en.ts'
import type { messages as schoolRules } from '#web/school/config/schoolRules.en.ts'
import type { messages as seatRules } from '#web/enrolment/enrolments/seatRules.en.ts'
import type { messages as seats } from '#web/enrolment/enrolments/seats.en.ts'
import type { messages as settings } from './settings.en.ts'
import type { messages as signingIn } from '#web/access/identity/signingIn.en.ts'
import type { messages as tables } from './tables.en.ts'
import type { messages as teacher } from './teacher.en.ts'
import type { messages as visits } from '#web/enrolment/visits/visits.en.ts'
import type { messages as volunteers } from '#web/communication/volunteers/volunteers.en.ts'
import type { messages as windows } from '#web/enrolment/windows/windows.en.ts'

/** Every key of every audience. */
export type Messages = typeof base &
  typeof refusals &
  typeof open &
  typeof ownFields &
  typeof schoolRules &
  typeof payments &
  typeof record &
  typeof registration &
  typeof identity &
  typeof family &
  typeof teacher &
  typeof office &
  typeof people &
  typeof badges &
  typeof batches &
  typeof claiming &
  typeof settings &
  typeof oneroster &
  typeof tables &
  typeof pictures &
  typeof assignments &
  typeof audience &
  typeof grades &
  typeof gradeBook &
  typeof messages &
  typeof lotteries &
  typeof events &
  typeof officeEvents &
  typeof imports &
  typeof prices &
  typeof officePrices &
  typeof promotions &
  typeof push &
  typeof dashboard &
  typeof deeds &
  typeof duplicates &
  typeof duties &
  typeof volunteers &
  typeof confirmations &
  typeof applications &
  typeof classRules &
  typeof visits &
  typeof papers &
  typeof seats &
  typeof seatRules &
  typeof windows &
  typeof leavings &
  typeof planning &
  typeof cancellations &
  typeof finder &
  typeof signingIn &
  typeof cards

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Messages
  }
}

type Load = () => Promise<{ messages: object }>

/** One lazy file per language and audience. */
export const catalogue = {
  base: { en: () => import('./base.en.ts'), zh: () => import('./base.zh.ts') },
  refusals: { en: () => import('./refusals.en.ts'), zh: () => import('./refusals.zh.ts') },
  public: { en: () => import('./public.en.ts'), zh: () => import('./public.zh.ts') },
  payments: {
    en: () => import('#web/money/payments/payments.en.ts'),
    zh: () => import('#web/money/payments/payments.zh.ts'),
  },
  record: { en: () => import('./record.en.ts'), zh: () => import('./record.zh.ts') },
  registration: {
    en: () => import('#web/enrolment/enrolments/registration.en.ts'),
    zh: () => import('#web/enrolment/enrolments/registration.zh.ts'),
  },
  identity: {
    en: () => import('#web/access/identity/identity.en.ts'),
    zh: () => import('#web/access/identity/identity.zh.ts'),
  },
  family: { en: () => import('./family.en.ts'), zh: () => import('./family.zh.ts') },
  teacher: { en: () => import('./teacher.en.ts'), zh: () => import('./teacher.zh.ts') },
  office: { en: () => import('./office.en.ts'), zh: () => import('./office.zh.ts') },
  assignments: {
    en: () => import('#web/teaching/assignments/assignments.en.ts'),
    zh: () => import('#web/teaching/assignments/assignments.zh.ts'),
  },
  cancellations: {
    en: () => import('#web/enrolment/cancellations/cancellations.en.ts'),
    zh: () => import('#web/enrolment/cancellations/cancellations.zh.ts'),
  },
  badges: { en: () => import('#web/people/badges/badges.en.ts'), zh: () => import('#web/people/badges/badges.zh.ts') },
  batches: {
    en: () => import('#web/office/batches/batches.en.ts'),
    zh: () => import('#web/office/batches/batches.zh.ts'),
  },
  audience: {
    en: () => import('#web/communication/messages/audience.en.ts'),
    zh: () => import('#web/communication/messages/audience.zh.ts'),
  },
  people: { en: () => import('./people.en.ts'), zh: () => import('./people.zh.ts') },
  lotteries: {
    en: () => import('#web/enrolment/lotteries/lotteries.en.ts'),
    zh: () => import('#web/enrolment/lotteries/lotteries.zh.ts'),
  },
  messages: {
    en: () => import('#web/communication/messages/messages.en.ts'),
    zh: () => import('#web/communication/messages/messages.zh.ts'),
  },
  seats: {
    en: () => import('#web/enrolment/enrolments/seats.en.ts'),
    zh: () => import('#web/enrolment/enrolments/seats.zh.ts'),
  },
  seatRules: {
    en: () => import('#web/enrolment/enrolments/seatRules.en.ts'),
    zh: () => import('#web/enrolment/enrolments/seatRules.zh.ts'),
  },
  settings: { en: () => import('./settings.en.ts'), zh: () => import('./settings.zh.ts') },
  oneroster: {
    en: () => import('#web/exchange/oneroster/oneroster.en.ts'),
    zh: () => import('#web/exchange/oneroster/oneroster.zh.ts'),
  },
  ownFields: {
    en: () => import('#web/people/forms/ownFields.en.ts'),
    zh: () => import('#web/people/forms/ownFields.zh.ts'),
  },
  schoolRules: {
    en: () => import('#web/school/config/schoolRules.en.ts'),
    zh: () => import('#web/school/config/schoolRules.zh.ts'),
  },
  signingIn: {
    en: () => import('#web/access/identity/signingIn.en.ts'),
    zh: () => import('#web/access/identity/signingIn.zh.ts'),
  },
  tables: { en: () => import('./tables.en.ts'), zh: () => import('./tables.zh.ts') },
  pictures: {
    en: () => import('#web/school/config/pictures.en.ts'),
    zh: () => import('#web/school/config/pictures.zh.ts'),
  },
  papers: {
    en: () => import('#web/people/documents/papers.en.ts'),
    zh: () => import('#web/people/documents/papers.zh.ts'),
  },
  claiming: {
    en: () => import('#web/enrolment/claims/claiming.en.ts'),
    zh: () => import('#web/enrolment/claims/claiming.zh.ts'),
  },
  confirmations: {
    en: () => import('#web/people/confirmations/confirmations.en.ts'),
    zh: () => import('#web/people/confirmations/confirmations.zh.ts'),
  },
  deeds: { en: () => import('#web/access/audit/deeds.en.ts'), zh: () => import('#web/access/audit/deeds.zh.ts') },
  duplicates: {
    en: () => import('#web/office/duplicates/duplicates.en.ts'),
    zh: () => import('#web/office/duplicates/duplicates.zh.ts'),
  },
  duties: {
    en: () => import('#web/communication/duties/duties.en.ts'),
    zh: () => import('#web/communication/duties/duties.zh.ts'),
  },
  volunteers: {
    en: () => import('#web/communication/volunteers/volunteers.en.ts'),
    zh: () => import('#web/communication/volunteers/volunteers.zh.ts'),
  },
  events: {
    en: () => import('#web/communication/events/events.en.ts'),
    zh: () => import('#web/communication/events/events.zh.ts'),
  },
  officeEvents: {
    en: () => import('#web/communication/events/officeEvents.en.ts'),
    zh: () => import('#web/communication/events/officeEvents.zh.ts'),
  },
  imports: {
    en: () => import('#web/exchange/imports/imports.en.ts'),
    zh: () => import('#web/exchange/imports/imports.zh.ts'),
  },
  grades: {
    en: () => import('#web/teaching/grades/grades.en.ts'),
    zh: () => import('#web/teaching/grades/grades.zh.ts'),
  },
  prices: { en: () => import('#web/money/prices/prices.en.ts'), zh: () => import('#web/money/prices/prices.zh.ts') },
  officePrices: {
    en: () => import('#web/money/prices/officePrices.en.ts'),
    zh: () => import('#web/money/prices/officePrices.zh.ts'),
  },
  promotions: {
    en: () => import('#web/enrolment/promotions/promotions.en.ts'),
    zh: () => import('#web/enrolment/promotions/promotions.zh.ts'),
  },
  push: { en: () => import('#web/access/push/push.en.ts'), zh: () => import('#web/access/push/push.zh.ts') },
  dashboard: {
    en: () => import('#web/office/dashboard/dashboard.en.ts'),
    zh: () => import('#web/office/dashboard/dashboard.zh.ts'),
  },
  finder: {
    en: () => import('#web/enrolment/classes/finder.en.ts'),
    zh: () => import('#web/enrolment/classes/finder.zh.ts'),
  },
  applications: {
    en: () => import('#web/enrolment/applications/applications.en.ts'),
    zh: () => import('#web/enrolment/applications/applications.zh.ts'),
  },
  classRules: {
    en: () => import('#web/enrolment/classes/classRules.en.ts'),
    zh: () => import('#web/enrolment/classes/classRules.zh.ts'),
  },
  visits: {
    en: () => import('#web/enrolment/visits/visits.en.ts'),
    zh: () => import('#web/enrolment/visits/visits.zh.ts'),
  },
  windows: {
    en: () => import('#web/enrolment/windows/windows.en.ts'),
    zh: () => import('#web/enrolment/windows/windows.zh.ts'),
  },
  gradeBook: {
    en: () => import('#web/teaching/grades/gradeBook.en.ts'),
    zh: () => import('#web/teaching/grades/gradeBook.zh.ts'),
  },
  cards: { en: () => import('#web/money/cards/cards.en.ts'), zh: () => import('#web/money/cards/cards.zh.ts') },
  planning: {
    en: () => import('#web/people/teachers/planning.en.ts'),
    zh: () => import('#web/people/teachers/planning.zh.ts'),
  },
  leavings: {
    en: () => import('#web/enrolment/leavings/leavings.en.ts'),
    zh: () => import('#web/enrolment/leavings/leavings.zh.ts'),
  },
} satisfies Record<string, Record<Language, Load>>

export type Audience = keyof typeof catalogue
