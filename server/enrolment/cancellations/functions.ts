import type { cancellations } from '#contract/enrolment/cancellations.ts'
import type { Functions } from '#server/platform/functions.ts'
import { closingFunctions } from './closing.ts'
import { dayFunctions } from './days.ts'

export const cancellationFunctions: Functions<typeof cancellations> = { ...dayFunctions, ...closingFunctions }
