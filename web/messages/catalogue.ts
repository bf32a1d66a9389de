import type { Language } from '#contract/values.ts'
import type { messages as applications } from './applications.en.ts'
import type { messages as assignments } from './assignments.en.ts'
import type { messages as audience } from './audience.en.ts'
import type { messages as badges } from './badges.en.ts'
import type { messages as base, refusals } from './base.en.ts'
import type { messages as batches } from './batches.en.ts'
import type { messages as cards } from './cards.en.ts'
import type { messages as cancellations } from './cancellations.en.ts'
import type { messages as claiming } from './claiming.en.ts'
import type { messages as classRules } from './classRules.en.ts'
import type { messages as confirmations } from './confirmations.en.ts'
import type { messages as papers } from './papers.en.ts'
import type { messages as deeds } from './deeds.en.ts'
import type { messages as duplicates } from './duplicates.en.ts'
import type { messages as duties } from './duties.en.ts'
import type { messages as events } from './events.en.ts'
import type { messages as family } from './family.en.ts'
import type { messages as finder } from './finder.en.ts'
import type { messages as gradeBook } from './gradeBook.en.ts'
import type { messages as grades } from './grades.en.ts'
import type { messages as identity } from './identity.en.ts'
import type { messages as imports } from './imports.en.ts'
import type { messages as lotteries } from './lotteries.en.ts'
import type { messages as leavings } from './leavings.en.ts'
import type { messages } from './messages.en.ts'
import type { messages as office } from './office.en.ts'
import type { messages as oneroster } from './oneroster.en.ts'
import type { messages as pictures } from './pictures.en.ts'
import type { messages as people } from './people.en.ts'
import type { messages as ownFields } from './ownFields.en.ts'
import type { messages as planning } from './planning.en.ts'
import type { messages as payments } from './payments.en.ts'
import type { messages as officeEvents } from './officeEvents.en.ts'
import type { messages as open } from './public.en.ts'
import type { messages as officePrices } from './officePrices.en.ts'
import type { messages as prices } from './prices.en.ts'
import type { messages as promotions } from './promotions.en.ts'
import type { messages as push } from './push.en.ts'
import type { messages as dashboard } from './dashboard.en.ts'
import type { messages as record } from './record.en.ts'
import type { messages as registration } from './registration.en.ts'
import type { messages as schoolRules } from './schoolRules.en.ts'
import type { messages as seatRules } from './seatRules.en.ts'
import type { messages as seats } from './seats.en.ts'
import type { messages as settings } from './settings.en.ts'
import type { messages as signingIn } from './signingIn.en.ts'
import type { messages as tables } from './tables.en.ts'
import type { messages as teacher } from './teacher.en.ts'
import type { messages as visits } from './visits.en.ts'
import type { messages as volunteers } from './volunteers.en.ts'
import type { messages as windows } from './windows.en.ts'

/** The keys of one language with the words of another: a missing or extra key does not compile. */
export type Translation<English> = {
  [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>
}

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
  payments: { en: () => import('./payments.en.ts'), zh: () => import('./payments.zh.ts') },
  record: { en: () => import('./record.en.ts'), zh: () => import('./record.zh.ts') },
  registration: { en: () => import('./registration.en.ts'), zh: () => import('./registration.zh.ts') },
  identity: { en: () => import('./identity.en.ts'), zh: () => import('./identity.zh.ts') },
  family: { en: () => import('./family.en.ts'), zh: () => import('./family.zh.ts') },
  teacher: { en: () => import('./teacher.en.ts'), zh: () => import('./teacher.zh.ts') },
  office: { en: () => import('./office.en.ts'), zh: () => import('./office.zh.ts') },
  assignments: { en: () => import('./assignments.en.ts'), zh: () => import('./assignments.zh.ts') },
  cancellations: { en: () => import('./cancellations.en.ts'), zh: () => import('./cancellations.zh.ts') },
  badges: { en: () => import('./badges.en.ts'), zh: () => import('./badges.zh.ts') },
  batches: { en: () => import('./batches.en.ts'), zh: () => import('./batches.zh.ts') },
  audience: { en: () => import('./audience.en.ts'), zh: () => import('./audience.zh.ts') },
  people: { en: () => import('./people.en.ts'), zh: () => import('./people.zh.ts') },
  lotteries: { en: () => import('./lotteries.en.ts'), zh: () => import('./lotteries.zh.ts') },
  messages: { en: () => import('./messages.en.ts'), zh: () => import('./messages.zh.ts') },
  seats: { en: () => import('./seats.en.ts'), zh: () => import('./seats.zh.ts') },
  seatRules: { en: () => import('./seatRules.en.ts'), zh: () => import('./seatRules.zh.ts') },
  settings: { en: () => import('./settings.en.ts'), zh: () => import('./settings.zh.ts') },
  oneroster: { en: () => import('./oneroster.en.ts'), zh: () => import('./oneroster.zh.ts') },
  ownFields: { en: () => import('./ownFields.en.ts'), zh: () => import('./ownFields.zh.ts') },
  schoolRules: { en: () => import('./schoolRules.en.ts'), zh: () => import('./schoolRules.zh.ts') },
  signingIn: { en: () => import('./signingIn.en.ts'), zh: () => import('./signingIn.zh.ts') },
  tables: { en: () => import('./tables.en.ts'), zh: () => import('./tables.zh.ts') },
  pictures: { en: () => import('./pictures.en.ts'), zh: () => import('./pictures.zh.ts') },
  papers: { en: () => import('./papers.en.ts'), zh: () => import('./papers.zh.ts') },
  claiming: { en: () => import('./claiming.en.ts'), zh: () => import('./claiming.zh.ts') },
  confirmations: { en: () => import('./confirmations.en.ts'), zh: () => import('./confirmations.zh.ts') },
  deeds: { en: () => import('./deeds.en.ts'), zh: () => import('./deeds.zh.ts') },
  duplicates: { en: () => import('./duplicates.en.ts'), zh: () => import('./duplicates.zh.ts') },
  duties: { en: () => import('./duties.en.ts'), zh: () => import('./duties.zh.ts') },
  volunteers: { en: () => import('./volunteers.en.ts'), zh: () => import('./volunteers.zh.ts') },
  events: { en: () => import('./events.en.ts'), zh: () => import('./events.zh.ts') },
  officeEvents: { en: () => import('./officeEvents.en.ts'), zh: () => import('./officeEvents.zh.ts') },
  imports: { en: () => import('./imports.en.ts'), zh: () => import('./imports.zh.ts') },
  grades: { en: () => import('./grades.en.ts'), zh: () => import('./grades.zh.ts') },
  prices: { en: () => import('./prices.en.ts'), zh: () => import('./prices.zh.ts') },
  officePrices: { en: () => import('./officePrices.en.ts'), zh: () => import('./officePrices.zh.ts') },
  promotions: { en: () => import('./promotions.en.ts'), zh: () => import('./promotions.zh.ts') },
  push: { en: () => import('./push.en.ts'), zh: () => import('./push.zh.ts') },
  dashboard: { en: () => import('./dashboard.en.ts'), zh: () => import('./dashboard.zh.ts') },
  finder: { en: () => import('./finder.en.ts'), zh: () => import('./finder.zh.ts') },
  applications: { en: () => import('./applications.en.ts'), zh: () => import('./applications.zh.ts') },
  classRules: { en: () => import('./classRules.en.ts'), zh: () => import('./classRules.zh.ts') },
  visits: { en: () => import('./visits.en.ts'), zh: () => import('./visits.zh.ts') },
  windows: { en: () => import('./windows.en.ts'), zh: () => import('./windows.zh.ts') },
  gradeBook: { en: () => import('./gradeBook.en.ts'), zh: () => import('./gradeBook.zh.ts') },
  cards: { en: () => import('./cards.en.ts'), zh: () => import('./cards.zh.ts') },
  planning: { en: () => import('./planning.en.ts'), zh: () => import('./planning.zh.ts') },
  leavings: { en: () => import('./leavings.en.ts'), zh: () => import('./leavings.zh.ts') },
} satisfies Record<string, Record<Language, Load>>

export type Audience = keyof typeof catalogue
