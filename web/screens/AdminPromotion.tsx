import { useUndoBatch } from '#web/slices/batches/useUndoBatch.ts'
import { OfficePromotion } from '#web/slices/promotions/OfficePromotion.tsx'

/** From one term to the next, as a part of the settings; what is done at once can be taken back at once. */
export default function AdminPromotion() {
  return <OfficePromotion undo={useUndoBatch()} />
}
