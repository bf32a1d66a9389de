import type { Db } from '#server/platform/db.ts'
import { notices } from '#server/communication/messages/tables.ts'

type Written = {
  texts: { subject: string; body: string; nativeSubject: string; nativeBody: string }
  sectionId: string
  by: string
  at: Date
}

/** A notice to the families of one class that goes out at once: plain, never urgent, nothing to confirm. */
export const insertNotice = async (db: Db, { texts, sectionId, by, at }: Written): Promise<string> =>
  (
    await db
      .insert(notices)
      .values({
        ...texts,
        audience: [{ kind: 'class', sectionId }],
        status: 'scheduled',
        sendAt: at,
        at,
        createdBy: by,
        createdAt: at,
      })
      .returning({ id: notices.id })
  )[0]!.id
