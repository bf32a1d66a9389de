import type * as z from 'zod/mini'
import { applications } from './enrolment/applications.ts'
import { absences } from './teaching/absences.ts'
import { assignments } from './teaching/assignments.ts'
import { audit } from './access/audit.ts'
import { backups } from './school/backups.ts'
import { batches } from './office/batches.ts'
import type { Callable } from './callable.ts'
import { cards } from './money/cards.ts'
import { cancellations } from './enrolment/cancellations.ts'
import { claims } from './enrolment/claims.ts'
import { classes } from './enrolment/classes.ts'
import { config } from './school/config.ts'
import { confirmations } from './people/confirmations.ts'
import { dashboard } from './office/dashboard.ts'
import { badges } from './people/badges.ts'
import { documents } from './people/documents.ts'
import { duplicates } from './office/duplicates.ts'
import { duties } from './communication/duties.ts'
import { enrolments } from './enrolment/enrolments.ts'
import { events } from './communication/events.ts'
import { forms } from './people/forms.ts'
import { grades } from './teaching/grades.ts'
import { volunteers } from './communication/volunteers.ts'
import { identity } from './access/identity.ts'
import { importedSeats } from './exchange/imports.seats.ts'
import { importedStaff } from './exchange/imports.staff.ts'
import { imports } from './exchange/imports.ts'
import { jobs } from './school/jobs.ts'
import { lotteries } from './enrolment/lotteries.ts'
import { leavings } from './enrolment/leavings.ts'
import { messages } from './communication/messages.ts'
import { oneroster } from './exchange/oneroster.ts'
import { parents } from './people/parents.ts'
import { payments } from './money/payments.ts'
import { placements } from './enrolment/placements.ts'
import { policies } from './school/policies.ts'
import { prices } from './money/prices.ts'
import { promotions } from './enrolment/promotions.ts'
import { push } from './access/push.ts'
import { students } from './people/students.ts'
import { teachers } from './people/teachers.ts'
import { terms } from './school/terms.ts'
import { users } from './access/users.ts'
import { views } from './access/views.ts'
import { visits } from './enrolment/visits.ts'
import { windows } from './enrolment/windows.ts'

/** Every function of Lantern, and who may call it. */
export const contract = {
  ...config,
  ...jobs,
  ...backups,
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
  ...importedSeats,
  ...importedStaff,
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
/** What a caller sends; writes add an `operationId`. */
export type Input<N extends FunctionName> = z.input<Contract[N]['input']>
/** What a handler receives. */
export type Parsed<N extends FunctionName> = z.output<Contract[N]['input']>
export type Output<N extends FunctionName> = z.output<Contract[N]['output']>
