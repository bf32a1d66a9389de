import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { OfficePromotion } from '#web/enrolment/promotions/office/OfficePromotion.tsx'

/** From one term to the next, as a part of the settings; what is done at once can be taken back at once. */
export default function AdminPromotion() {
  return <OfficePromotion undo={useUndoBatch()} />
}
