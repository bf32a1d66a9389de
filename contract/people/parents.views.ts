import * as z from 'zod/mini'
import { write } from '../callable.ts'
import { Id } from '../values.ts'

export const familyView = {
  /**
   * Begins to look at the school as a guardian sees it. The id that comes back goes with each call in the header
   * `x-view-as`: reads are answered as that guardian gets them, writes are refused (VIEW_ONLY). Whatever else they are
   * to the school (teacher, office) is never seen. Refused where the guardian may see no child (NOTHING_TO_SEE).
   */
  'parents-viewAs': write({
    by: ['admin'],
    input: z.object({ id: Id }),
    output: z.object({ viewId: Id, personId: Id, name: z.string(), nativeName: z.string() }),
  }),
  /** Ends a view that the caller began; calls with it are refused from then on (VIEW_OVER). */
  'parents-stopView': write({ by: ['admin'], input: z.object({ viewId: Id }), output: z.object({ viewId: Id }) }),
}
