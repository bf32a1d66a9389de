import * as z from 'zod/mini'
import { write } from '../callable.ts'
import { Id } from '../values.ts'

export const familyView = {
  /**
   * Begins to view the school as a guardian. The returned id is sent with each call in the header `x-view-as`: reads
   * are answered as for that guardian, writes are refused (VIEW_ONLY). The guardian's other roles (teacher, office) are
   * never shown. Refused when the guardian may see no child (NOTHING_TO_SEE).
   */
  'parents-viewAs': write({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ viewId: Id, personId: Id, name: z.string(), nativeName: z.string() }),
  }),
  /** Ends a view that the caller began. Further calls with it are refused (VIEW_OVER). */
  'parents-stopView': write({ by: ['admin'], input: z.object({ viewId: Id }), output: z.object({ viewId: Id }) }),
}
