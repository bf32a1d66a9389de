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
      'emergency contacts',
      `insert into emergency_contacts (id, household_id, name, phone, relationship)
    select ${idOf(`'contact ' || n || ' ' || k`)}, ${uuid('household')}, 'Contact ' || k || ' of ' || n, '+1 555 ' || lpad(n::text, 7, '0'), 'aunt' from generate_series(1, ${households}) n, generate_series(1, 2) k`,
    ],
    [
      'people who may pick up, or may not',
      `insert into pick_ups (id, household_id, name, phone, relationship, rule, from_day, created_at)
    select ${uuid('pick-up')}, ${uuid('household')}, 'Neighbor ' || n, '', 'neighbor', case when n % 10 = 0 then 'deny' else 'allow' end, current_date - 90, now() from generate_series(1, ${households}) n`,
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
      'homework of every lesson',
      `insert into assignments (id, section_id, title, kind, takes_text, takes_files, status, publish_at, due_at, max_points, created_at)
    select ${idOf(`'assignment ' || m.id`)}, m.section_id, 'Practice ' || m.on_day, 'homework', true, false, 'published', m.starts_at, m.starts_at + interval '7 days', 10, m.starts_at
    from meetings m join sections s on s.id = m.section_id where s.name like 'Crowd %'`,
    ],
    [
      'a quarter of its work',
      `insert into submissions (id, assignment_id, enrolment_id, status, turned_in_at, points, returned_at)
    select ${idOf(`a.id || ' ' || e.id`)}, a.id, e.id, 'returned', a.due_at, 8, a.due_at
    from assignments a join sections s on s.id = a.section_id join enrolments e on e.section_id = s.id where s.name like 'Crowd %' and a.due_at < now() and hashtext(a.id::text || e.id::text) % 4 = 0`,
    ],
    [
      'grade books',
      `insert into grade_plans (section_id, changed_at) select ${uuid('section')}, now() from generate_series(1, ${sections}) n`,
    ],
    [
      'their categories',
      `insert into grade_categories (id, section_id, name, weight_percent, position) select ${uuid('category')}, ${uuid('section')}, 'Tests', 100, 0 from generate_series(1, ${sections}) n`,
    ],
    [
      'five tests per class',
      `insert into assessments (id, section_id, category_id, name, on_day, max_points, status, released_at, created_at)
    select ${idOf(`'assessment ' || n || ' ' || k`)}, ${uuid('section')}, ${uuid('category')}, 'Test ' || k, current_date - 70 + 7 * k, 20, 'released', now(), now()
    from generate_series(1, ${sections}) n, generate_series(1, 5) k`,
    ],
    [
      'grades',
      `insert into grades (assessment_id, enrolment_id, points, is_excused, note, status, reason, changed_at, version)
    select a.id, e.id, 10 + abs(hashtext(a.id::text || e.id::text)) % 11, false, '', 'released', '', now(), 1
    from assessments a join sections s on s.id = a.section_id join enrolments e on e.section_id = s.id where s.name like 'Crowd %'`,
    ],
    [
      'reported absences',
      `insert into absence_notices (id, student_id, filed_by, from_day, to_day, reason, status, filed_at)
    select ${uuid('absence')}, ${uuid('student')}, ${uuid('guardian', `1 + n % ${households}`)}, current_date - n % 90, current_date - n % 90, 'ill', 'acknowledged', now() - interval '90 days' from generate_series(1, ${students}) n where n % 2 = 0`,
    ],
    [
      'notices to everyone',
      `insert into notices (id, subject, body, audience, status, sent_at, at, created_by, created_at)
    select ${uuid('notice')}, 'Notice ' || n, 'Dear families', a.audience, 'sent', now() - n * interval '3 days', now() - n * interval '3 days', a.created_by, now() - n * interval '3 days'
    from generate_series(1, 20) n, (select * from notices where status = 'sent' order by id limit 1) a`,
    ],
    [
      'their readers',
      `insert into notice_recipients (notice_id, person_id, household_id, student_ids, facts, read_at)
    select ${uuid('notice', 'k')}, ${uuid('guardian')}, ${uuid('household')}, '{}', '{}', case when n % 5 <> 0 then now() end from generate_series(1, ${households}) n, generate_series(1, 20) k`,
    ],
    [
      'conversations',
      `insert into threads (id, subject, household_id, status, created_by, created_at, at)
    select ${uuid('thread')}, 'A question ' || n, ${uuid('household')}, 'closed', ${uuid('guardian')}, now() - n * interval '10 minutes', now() - n * interval '10 minutes' from generate_series(1, ${households}) n`,
    ],
    [
      'two messages each',
      `insert into thread_messages (id, thread_id, author_id, side, body, at)
    select ${idOf(`'message ' || n || ' ' || k`)}, ${uuid('thread')}, ${uuid('guardian')}, 'family', 'Hello', now() - n * interval '10 minutes' from generate_series(1, ${households}) n, generate_series(1, 2) k`,
    ],
    [
      'emails',
      `insert into mails (id, "to", subject, text, html, status, queued_at, sent_at)
    select ${idOf(`'mail ' || n || ' ' || k`)}, 'guardian' || n || '@crowd.example', 'Notice ' || k, '', '', 'kept', now() - k * interval '3 days', now() - k * interval '3 days' from generate_series(1, ${households}) n, generate_series(1, 2) k`,
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
