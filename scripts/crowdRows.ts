import { sql } from 'drizzle-orm'
import { storedBalances } from '#server/money/payments/acts.ts'
import { type Database, rows } from '#server/platform/db.ts'
import { markCounts } from '#server/teaching/absences/tables.ts'

/** The number of students of a big city's school. */
const usual = 10_000
/** The numbers of families and classes for a number of students. */
const sharesOf = (students: number) => ({ households: Math.ceil(students * 0.6), sections: Math.ceil(students * 0.04) })

/** An SQL expression for a UUID (version 8, RFC 9562) derived from a text. */
const idOf = (text: string) =>
  `overlay(overlay(md5('crowd ' || ${text}) placing '8' from 13) placing '8' from 17)::uuid`
const uuid = (what: string, n = 'n') => idOf(`'${what} ' || ${n}`)
const pick = (list: string, by: string) => `(array[${list}])[1 + (${by})::int % array_length(array[${list}], 1)]`
const given = `'Mia','Leo','Zoe','Ethan','Lily','Oscar','Ines','Ryan','Nora','Felix','Ada','Hugo'`
const givenNative = `'美雅','乐','欣怡','浩然','雨桐','子轩','思涵','一鸣','诗雨','凯文','婉清','嘉豪'`
const family = `'Wang','Li','Zhang','Chen','Liu','Park','Haddad','Silva','Novak','Okafor','Kowalski','Nguyen'`
const familyNative = `'王','李','张','陈','刘','朴','周','吴','徐','孙','马','朱'`

/**
 * The statements, in order. All data is derived from numbers, so it is always the same. A larger crowd extends a
 * smaller one.
 */
const statementsFor = (students: number): readonly (readonly [string, string])[] => {
  const { households, sections } = sharesOf(students)
  // Children of one household get different names, or thousands would look like duplicate entries.
  const child = `n * 11 + n / ${households}`
  return [
    [
      'families',
      `insert into households (id, name, address, created_at)
    select ${uuid('household')}, ${pick(family, 'n * 7')} || ' ' || n, n || ' Crowd Street', now() from generate_series(1, ${households}) n`,
    ],
    [
      'guardians',
      `insert into persons (id, name, native_name, email, phone, language)
    select ${uuid('guardian')}, ${pick(given, 'n * 5')} || ' ' || ${pick(family, 'n * 7')}, ${pick(familyNative, 'n * 7')} || ${pick(givenNative, 'n * 5')},
      'guardian' || n || '@crowd.example', '+1 555 ' || lpad(n::text, 7, '0'), case when n % 2 = 0 then 'zh' else 'en' end from generate_series(1, ${households}) n`,
    ],
    [
      'members of families',
      `insert into household_members (household_id, person_id) select ${uuid('household')}, ${uuid('guardian')} from generate_series(1, ${households}) n`,
    ],
    [
      'students',
      `insert into persons (id, name, native_name, birth_on)
    select ${uuid('student')}, ${pick(given, child)} || ' ' || ${pick(family, 'n * 3')}, ${pick(familyNative, 'n * 3')} || ${pick(givenNative, child)},
      date '2010-01-01' + (n * 37 % 4000) from generate_series(1, ${students}) n`,
    ],
    [
      'their records',
      `insert into students (id, household_id, grade, created_at)
    select ${uuid('student')}, ${uuid('household', `1 + n % ${households}`)}, ${pick(`'Pre-K','K','1','2','3','4','5','6','7','8','9','10',''`, 'n')}, now() from generate_series(1, ${students}) n`,
    ],
    [
      'guardianships',
      `insert into guardianships (student_id, guardian_id, relationship)
    select ${uuid('student')}, ${uuid('guardian', `1 + n % ${households}`)}, 'mother' from generate_series(1, ${students}) n`,
    ],
    [
      'signatures of nine families in ten',
      `insert into consents (id, household_id, kind, level, version, signed_name, signed_by, signed_at, version_id)
    select ${idOf(`'consent ' || n || ' ' || v.id`)}, ${uuid('household')}, v.kind, case p.answer when 'levels' then 'school' else 'granted' end, v.number, g.name, g.id, now(), v.id
    from generate_series(1, ${households}) n join persons g on g.id = ${uuid('guardian')}, policies p join policy_versions v on v.kind = p.kind
    where n % 10 <> 0 and not exists (select 1 from policy_versions later where later.kind = v.kind and later.number > v.number)`,
    ],
    [
      'classes',
      `insert into sections (id, term_id, course_id, name, weekday, starts_at, ends_at, capacity, tuition_cents, books_cents, crayon, status, created_at)
    select ${uuid('section')}, s.term_id, s.course_id, 'Crowd ' || n, s.weekday, s.starts_at, s.ends_at, 60, 26000, 0, s.crayon, 'running', now()
    from generate_series(1, ${sections}) n, (select s.* from sections s join terms t on t.id = s.term_id where t.status = 'active' order by s.id limit 1) s`,
    ],
    [
      'lessons',
      `insert into meetings (id, section_id, session_date_id, on_day, starts_at, ends_at, roll_taken_at)
    select ${idOf(`n || ' ' || d.id`)}, ${uuid('section')}, d.id, d.on_day, d.on_day + time '14:00', d.on_day + time '15:50', d.on_day + time '15:00'
    from generate_series(1, ${sections}) n, session_dates d join terms t on t.id = d.term_id where t.status = 'active'`,
    ],
    [
      'enrolments',
      `insert into enrolments (id, student_id, section_id, status, created_at)
    select ${idOf(`'enrolment ' || n || ' ' || k`)}, ${uuid('student')}, ${uuid('section', `1 + (n + k * 199) % ${sections}`)}, 'active', now() - interval '90 days'
    from generate_series(1, ${students}) n, generate_series(0, 1) k where k = 0 or n % 2 = 0`,
    ],
    [
      'attendance',
      `insert into attendance (meeting_id, enrolment_id, code, is_present, recorded_at)
    select m.id, e.id, case when hashtext(e.id::text || m.id::text) % 10 = 0 then 'absent' else 'present' end, hashtext(e.id::text || m.id::text) % 10 <> 0, now()
    from enrolments e join meetings m on m.section_id = e.section_id join sections s on s.id = e.section_id where s.name like 'Crowd %'`,
    ],
    [
      'charges',
      `insert into charges (id, household_id, student_id, kind, description, amount_cents, on_day, due_on, created_at)
    select ${uuid('charge')}, ${uuid('household', `1 + n % ${households}`)}, ${uuid('student')}, 'tuition', 'Tuition', 20000 + n % 100 * 100, current_date - 90, current_date - 60, now() from generate_series(1, ${students}) n`,
    ],
    [
      'payments',
      `insert into payments (id, number, household_id, method, amount_cents, received_on, status, created_at)
    select ${uuid('payment')}, 'CROWD-' || n, ${uuid('household')}, 'cheque', 20000 + n % 7 * 1000, current_date - 70, 'succeeded', now() from generate_series(1, ${households}) n where n % 6 <> 0`,
    ],
  ].map(([what, statement]) => [what!, `${statement} on conflict do nothing`])
}

/**
 * Adds a crowd to a demo school with a running term. Does nothing when the same or a larger crowd is there. Throws
 * without a running term.
 */
export const loadCrowd = async (database: Database, students: number = usual): Promise<void> => {
  const last = `${sharesOf(students).households} Crowd Street`
  const [crowd] = await rows(database.db, sql`select 1 from households where address = ${last}`)
  if (crowd) return
  const [term] = await rows(database.db, sql`select 1 from terms where status = 'active' limit 1`)
  if (!term)
    throw new Error('The demo has no current term yet. Set SCHOOL_CLOCK to a day in one and start the demo once.')
  console.log(`Loading ${students} students …`)
  await database.transaction(async db => {
    for (const [what, statement] of statementsFor(students)) {
      const begun = performance.now()
      await db.execute(sql.raw(statement))
      console.log(`  ${what} (${Math.round(performance.now() - begun)} ms)`)
    }
    await db.execute(sql`update meetings m set present_count = n.present, absent_count = n.absent
      from (select a.meeting_id, ${markCounts}
        from attendance a join meetings x on x.id = a.meeting_id join sections s on s.id = x.section_id where s.name like 'Crowd %' group by a.meeting_id) n
      where m.id = n.meeting_id`)
  })
  // As the nightly check would.
  const [school] = await rows<{ today: string }>(
    database.db,
    sql`select (now() at time zone zone)::date as today from school`,
  )
  await storedBalances(database.db, school!.today)
  await database.db.execute(sql`vacuum analyze`)
}
