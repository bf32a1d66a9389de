import type { Db } from '#server/platform/db.ts'
import { teachers } from './tables.ts'

/** Gives a person who may teach from now on a teacher's record, or takes the one they have out of the archive. */
export const makeTeacher = async (db: Db, personId: string, at: Date): Promise<void> => {
  await db
    .insert(teachers)
    .values({ id: personId, createdAt: at })
    .onConflictDoUpdate({ target: teachers.id, set: { archivedAt: null } })
}
