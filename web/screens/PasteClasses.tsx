import { OfficePasteClasses } from '#web/enrolment/classes/office/OfficePasteClasses.tsx'
import { OfficeTermNext } from '#web/enrolment/classes/office/OfficeTermNext.tsx'

/** Classes from the rows of a spreadsheet, and what comes after. */
export default function PasteClasses() {
  return (
    <OfficePasteClasses next={(term, made, undoing) => <OfficeTermNext term={term} made={made} undoing={undoing} />} />
  )
}
