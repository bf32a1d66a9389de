import { markOfSibling, settleCustody } from './custody.ts'
import type { SheetChild, SheetFamily, SheetGuardian } from './families.ts'

/**
 * Raises a question about siblings. Offices write a note about a parent once, beside one of the children. If it bars or
 * may bar a guardian whom a sibling shares, and nothing is said about the sibling, the office is asked.
 */
export const askForSiblings = ({ children, guardians }: SheetFamily): void => {
  const ownOf =
    ({ rows }: SheetChild) =>
    (guardian: SheetGuardian) =>
      guardian.rows.some(n => rows.includes(n))
  const marked = children.flatMap(child => {
    const marks = child.custody.filter(
      ({ isOfChild, statements }) => !isOfChild && statements.some(({ verdict }) => verdict !== 'clear'),
    )
    return marks.length === 0 ? [] : [{ child, marks, ...settleCustody(marks, guardians, ownOf(child)) }]
  })
  if (marked.length === 0) return
  for (const child of children.filter(({ custody }) => custody.every(({ isOfChild }) => isOfChild))) {
    const own = guardians.filter(ownOf(child))
    const told = marked.find(
      other =>
        other.barred.some(({ guardian }) => own.includes(guardian) && ownOf(other.child)(guardian)) ||
        (other.isUnclear && own.length > 0 && own.every(ownOf(other.child))),
    )
    if (told) child.custody.push(markOfSibling(child.rows[0]!, told.child.name, told.marks))
  }
}
