import { OfficePasteClasses } from '#web/enrolment/classes/office/OfficePasteClasses.tsx'
import { OfficeTermNext } from '#web/enrolment/classes/office/OfficeTermNext.tsx'

/** Adds classes from the rows of a spreadsheet, and leads to the next step. */
export default function PasteClasses() {
  return (
    <OfficePasteClasses next={(term, made, undoing) => <OfficeTermNext term={term} made={made} undoing={undoing} />} />
  )
}
