import { grantRole, insertPerson, noteOtherPhones } from '#server/access/users/acts.ts'
import type { Db } from '#server/platform/db.ts'
import { findPersonByEmail } from './queries.ts'
import { teachers } from './tables.ts'

/** Gives a person a teacher's record, or restores the one they have from the archive. */
export const makeTeacher = async (db: Db, personId: string, at: Date, work = ''): Promise<void> => {
  await db
    .insert(teachers)
    .values({ id: personId, createdAt: at, work })
    .onConflictDoUpdate({ target: teachers.id, set: { archivedAt: null, ...(work !== '' && { work }) } })
}

/**
 * Makes the person with that email address, or a new person, a teacher. The address may be empty. Null, without any
 * change, if that person is a teacher already.
 */
export const addTeacher = async (
  db: Db,
  {
    work = '',
    ...who
  }: {
    name: string
    nativeName: string
    email: string
    phone: string
    otherPhones?: string | undefined
    work?: string | undefined
  },
  at: Date,
): Promise<string | null> => {
  const known = who.email === '' ? null : await findPersonByEmail(db, who.email)
  if (known?.isTeacher) return null
  const id = known?.id ?? (await insertPerson(db, { ...who, otherPhones: who.otherPhones ?? '' }))
  if (known) await noteOtherPhones(db, id, who.otherPhones ?? '')
  await grantRole(db, id, 'teacher', at)
  await makeTeacher(db, id, at, work)
  return id
}
