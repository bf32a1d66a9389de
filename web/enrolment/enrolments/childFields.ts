import { fieldsIn, isIn, saidIn } from '#contract/studentFields.plain.ts'
import type { Child } from './draftForm.ts'

const asked = fieldsIn('registration')
/** The fields asked of a child: who it is, and on a page of its own what teachers must know of its health. */
export const askedOfChild = asked.filter(field => !isIn('card', field))
export const askedOfHealth = asked.filter(field => isIn('card', field))

/** Returns the answers that a family has written about a child's health. */
export const healthOf = (child: Child): string[] => saidIn(askedOfHealth, child)
