import type { cancellations } from '#contract/enrolment/cancellations.ts'
import type { Functions } from '#server/platform/functions.ts'
import { closingFunctions } from './closing.ts'
import { dayFunctions } from './days.ts'
import type { Duties } from './writeQueries.ts'

export const cancellationFunctions = (duties: Duties): Functions<typeof cancellations> => ({
  ...dayFunctions(duties),
  ...closingFunctions,
})
