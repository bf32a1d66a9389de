import type * as z from 'zod/mini'
import { applications } from './applications.ts'
import { absences } from './absences.ts'
import { assignments } from './assignments.ts'
import { audit } from './audit.ts'
import { batches } from './batches.ts'
import type { Callable } from './callable.ts'
import { cards } from './cards.ts'
import { cancellations } from './cancellations.ts'
import { claims } from './claims.ts'
import { classes } from './classes.ts'
import { config } from './config.ts'
import { confirmations } from './confirmations.ts'
import { dashboard } from './dashboard.ts'
import { badges } from './badges.ts'
import { documents } from './documents.ts'
import { duplicates } from './duplicates.ts'
import { duties } from './duties.ts'
import { enrolments } from './enrolments.ts'
import { events } from './events.ts'
import { forms } from './forms.ts'
import { grades } from './grades.ts'
import { volunteers } from './volunteers.ts'
import { identity } from './identity.ts'
import { imports } from './imports.ts'
import { lotteries } from './lotteries.ts'
import { leavings } from './leavings.ts'
import { messages } from './messages.ts'
import { oneroster } from './oneroster.ts'
import { parents } from './parents.ts'
import { payments } from './payments.ts'
import { placements } from './placements.ts'
import { policies } from './policies.ts'
import { prices } from './prices.ts'
import { promotions } from './promotions.ts'
import { push } from './push.ts'
import { students } from './students.ts'
import { teachers } from './teachers.ts'
import { terms } from './terms.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { visits } from './visits.ts'
import { windows } from './windows.ts'

/** All that may be asked of Lantern, and by whom. */
export const contract = {
  ...config,
  ...identity,
  ...badges,
  ...volunteers,
  ...users,
  ...views,
  ...terms,
  ...classes,
  ...teachers,
  ...parents,
  ...students,
  ...policies,
  ...forms,
  ...enrolments,
  ...applications,
  ...placements,
  ...visits,
  ...lotteries,
  ...payments,
  ...cards,
  ...leavings,
  ...absences,
  ...assignments,
  ...grades,
  ...messages,
  ...events,
  ...promotions,
  ...prices,
  ...dashboard,
  ...oneroster,
  ...audit,
  ...imports,
  ...duplicates,
  ...duties,
  ...confirmations,
  ...documents,
  ...batches,
  ...cancellations,
  ...claims,
  ...windows,
  ...push,
} as const satisfies Record<string, Callable>

type Contract = typeof contract
export type FunctionName = keyof Contract
export type ReadName = { [N in FunctionName]: Contract[N]['kind'] extends 'read' ? N : never }[FunctionName]
export type WriteName = Exclude<FunctionName, ReadName>
/** What a caller sends; a write's `operationId` comes on top. */
export type Input<N extends FunctionName> = z.input<Contract[N]['input']>
/** What a handler receives. */
export type Parsed<N extends FunctionName> = z.output<Contract[N]['input']>
export type Output<N extends FunctionName> = z.output<Contract[N]['output']>
