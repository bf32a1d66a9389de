import { and, eq, isNull, sql } from 'drizzle-orm'
import type { HelpedClass, RoomParent } from '#contract/communication/volunteers.ts'
import type { Output } from '#contract/index.ts'
import { type Db, rows } from '#server/platform/db.ts'
import type { Scope } from '#server/platform/scope.ts'
import { peopleOfClass } from '#server/communication/messages/acts.ts'
import { isShown } from '#server/enrolment/classes/tables.ts'
import { holdsOn } from './policy.ts'
import { roomParents } from './tables.ts'

type Of = { id?: string | undefined; sectionId?: string | undefined; personId?: string | undefined }
const is = (column: 'id' | 'section_id' | 'person_id', id: string | undefined) =>
  id === undefined ? sql`true` : sql`${sql.raw(`room_parents.${column}`)} = ${id}::uuid`

export const listRoomParents = (db: Db, seen: Scope<'room_parents'>, today: string, of: Of): Promise<RoomParent[]> =>
  rows<RoomParent>(
    db,
    sql`
    select room_parents.id, p.id as "personId", p.name, p.native_name, p.email, s.id as "sectionId", s.name as section, s.native_name as "sectionNative", s.crayon,
      room_parents.from_on, room_parents.to_on, ${holdsOn(today)} and ${isShown('s')} as "isLive"
    from room_parents join persons p on p.id = room_parents.person_id join sections s on s.id = room_parents.section_id
    where ${seen} and ${is('id', of.id)} and ${is('section_id', of.sectionId)} and ${is('person_id', of.personId)} and (room_parents.ended_at is null or ${of.id === undefined ? sql`false` : sql`true`})
    order by "isLive" desc, s.name, p.name, room_parents.id`,
  )

type Candidate = Output<'volunteers-candidates'>[number]
/** Guardians with access to the data of a student in the class. */
export const listCandidates = (db: Db, worked: Scope<'sections'>, sectionId: string): Promise<Candidate[]> =>
  rows<Candidate>(
    db,
    sql`
    select p.id, p.name, p.native_name, json_agg(json_build_object('name', c.name, 'nativeName', c.native_name) order by c.name) as children
    from sections join enrolments e on e.section_id = sections.id and e.status = 'active' join guardianships g on g.student_id = e.student_id and g.has_data_access
      join persons p on p.id = g.guardian_id join persons c on c.id = e.student_id
    where sections.id = ${sectionId}::uuid and ${worked} group by p.id order by p.name_order, p.id`,
  )

/** Locks a class for which a room parent is appointed; false if it isn't visible. */
export const lockSection = async (db: Db, worked: Scope<'sections'>, id: string): Promise<boolean> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select sections.id from sections where sections.id = ${id}::uuid and ${worked} for no key update`,
    )
  ).length === 1

/** Makes a person a room parent from a day on, or sets a new last day if they already are one. Returns the row's id. */
export const upsertRoomParent = async (
  db: Db,
  values: { sectionId: string; personId: string; fromOn: string; toOn: string | null; appointedBy: string | null },
): Promise<string> =>
  (
    await db
      .insert(roomParents)
      .values(values)
      .onConflictDoUpdate({
        target: [roomParents.sectionId, roomParents.personId],
        targetWhere: sql`ended_at is null`,
        set: { toOn: values.toOn },
      })
      .returning({ id: roomParents.id })
  )[0]!.id

/** Ends an appointment now. Returns the person who had it, or null if there was none. */
export const endRoomParent = async (
  db: Db,
  seen: Scope<'room_parents'>,
  id: string,
  at: Date,
): Promise<string | null> =>
  (
    await db
      .update(roomParents)
      .set({ endedAt: at })
      .where(and(seen, eq(roomParents.id, id), isNull(roomParents.endedAt)))
      .returning({ personId: roomParents.personId })
  )[0]?.personId ?? null

/** Classes with their lists, as room parents see them, without students who are `hidden`; all of them, or one. */
export const listHelped = (
  db: Db,
  helped: Scope<'sections'>,
  hidden: Scope<'students'>,
  personId: string | null,
  today: string,
  id?: string,
): Promise<HelpedClass[]> =>
  rows<HelpedClass>(
    db,
    sql`
    select sections.id as "sectionId", sections.name, sections.native_name, sections.crayon, sections.weekday, sections.starts_at, sections.ends_at,
      coalesce((select r.name from rooms r where r.id = sections.room_id), '') as room,
      coalesce((select json_agg(json_build_object('name', p.name, 'nativeName', p.native_name) order by p.name) from section_teachers t join persons p on p.id = t.teacher_id where t.section_id = sections.id), '[]') as teachers,
      (select room_parents.to_on from room_parents where room_parents.section_id = sections.id and room_parents.person_id = ${personId}::uuid and ${holdsOn(today)}) as "toOn",
      (select count(*)::int from ${peopleOfClass(sql`sections.id`)} reached) as people,
      coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'nativeName', p.native_name, 'guardians',
          coalesce((select json_agg(json_build_object('id', h.id, 'name', h.name, 'nativeName', h.native_name) order by g.contact_order, h.name) from guardianships g join persons h on h.id = g.guardian_id where g.student_id = e.student_id and g.has_data_access), '[]')) order by p.name_order, p.id)
        from enrolments e join students on students.id = e.student_id join persons p on p.id = e.student_id where e.section_id = sections.id and e.status = 'active' and not ${hidden}), '[]') as students,
      coalesce((select json_agg(json_build_object('id', n.id, 'subject', n.subject, 'at', to_char(n.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by n.at desc, n.id) from notices n where n.created_by = ${personId}::uuid and n.status <> 'draft'
        and n.audience = json_build_array(json_build_object('kind', 'class', 'sectionId', sections.id))::jsonb), '[]') as written
    from sections where ${helped} and ${id === undefined ? sql`true` : sql`sections.id = ${id}::uuid`} order by sections.weekday, sections.starts_at, sections.id`,
  )
