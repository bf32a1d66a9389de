import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#contract/settings.plain.ts'
import { Draft } from '#contract/enrolment/enrolments.ts'
import { contract, type FunctionName, type Input } from '#contract/index.ts'
import type { Callable } from '#contract/callable.ts'
import { type Office, openOffice } from '#server/demo/office.ts'
import { rows } from '#server/platform/db.ts'
import { CallError } from '#server/platform/errors.ts'
import { loadCrowd } from '../../scripts/crowdRows.ts'
import { type FreshDatabase, freshDatabase } from '#tests/database-fixture.ts'
import { demoSettings, filledDemo, sundayAtLakeside } from '#tests/demo.ts'

/**
 * The office's functions that still read all of a large table: most count or sum up the whole school, which requires
 * it. Entries may only be removed.
 */
const known: readonly FunctionName[] = [
  // Each figure of the school's work and money is the sum of its list.
  'dashboard-attention',
  'dashboard-figures',
  'dashboard-charts',
  'terms-figures',
  'payments-received',
  'payments-households',
  'policies-list',
  'students-grades',
  // A family's standing is the sum of all its shifts, and a rule for duties applies to all families.
  'duties-list',
  'duties-preview',
  // Pages are read through an index; the total beside them counts all rows.
  'students-list',
  'parents-list',
  'users-list',
  'assignments-list',
  'assignments-history',
  'messages-outbox',
  'messages-threads',
  'absences-notices',
  // Each counts all emails of a week, or all work of the school by its state.
  'config-mail',
  'assignments-summary',
  // Everything may match: with no search term, or with a common name.
  'students-select',
  'duplicates-find',
  // An email to everyone, a charge for everyone, and a day of every class.
  'messages-audience',
  'payments-previewCharges',
  'cancellations-previewDay',
  // Counts what a file with the whole school contains.
  'oneroster-summary',
  // Checks whether there is any charge: it stops at the first row.
  'config-rules',
  // Compare a newcomer, a sheet, or each person with everyone the school knows.
  'claims-list',
  'imports-staff',
  'duplicates-list',
]

/** Functions that are not tested, because they need more than rows of the demo school. */
const untried: readonly FunctionName[] = [
  'identity-testProvider',
  'enrolments-heldPrice',
  'visits-price',
  'lotteries-rerun',
  'cards-checkout',
  'oneroster-check',
]

/** The number of rows from which a table must not be read completely for anything that people look at. */
const large = 5_000

const roles = ['parent', 'teacher', 'admin'] as const
type Role = (typeof roles)[number]
const people: Record<Role, string> = {
  parent: 'parent@lakeside.example',
  teacher: 'teacher@lakeside.example',
  admin: 'office@lakeside.example',
}
const at = new Date(sundayAtLakeside)

/** A school with all features on and all classes open to audit, because functions of disabled features read nothing. */
let school: FreshDatabase
let office: Office
let tables: Set<string>
let promotion: { fromTermId: string; toTermId: string; id: string }
beforeAll(async () => {
  school = await freshDatabase(await filledDemo(sundayAtLakeside))
  const { database, schema } = school
  office = openOffice(database, schema, demoSettings)
  await office.meet()
  await office.call(people.admin, 'config-changeFeatures', { on: [...features] }, at)
  await database.db.execute(sql`update sections set audit_cents = 5000`)
  await loadCrowd(database)
  const [two] = await rows<{ fromTermId: string; toTermId: string; sectionIds: string[] }>(
    database.db,
    sql`select a.id as "fromTermId", b.id as "toTermId", (select json_agg(id) from (select x.id from sections x where x.term_id = a.id order by x.id limit 1000) x) as "sectionIds"
      from terms a join terms b on b.starts_on > a.starts_on order by a.starts_on, b.starts_on limit 1`,
  )
  const { sectionIds, ...between } = two!
  const copied = { ...between, newTerm: null, sectionIds, options: { teachers: false, rooms: false, fees: true } }
  await office.call(people.admin, 'promotions-copyClasses', copied, at)
  const proposed = { ...between, step: 'continue', raisesGrades: false, passPercent: null } as const
  promotion = { ...between, id: (await office.call(people.admin, 'promotions-propose', proposed, at)).id }
  const found = await rows<{ name: string }>(
    database.db,
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = ${schema}::regnamespace and reltuples >= ${large}`,
  )
  tables = new Set(found.map(({ name }) => name))
}, 600_000)
afterAll(() => school.drop())

type Node = {
  'Node Type': string
  'Relation Name'?: string
  Filter?: string
  'Rows Removed by Filter'?: number
  'Actual Loops'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Rows of the demo school that this role may read; for the office, those of a family. */
const rowsOf = async (role: Role): Promise<Record<string, string>> => {
  const email = people[role === 'admin' ? 'parent' : role]
  const [found] = await rows<Record<string, string>>(
    school.database.db,
    sql`
    with who as (select p.id from persons p join accounts a on a.id = p.account_id where a.email = ${email}),
      one as (select e.id as enrolment_id, e.student_id, e.section_id from enrolments e where e.status = 'active'
        and (e.section_id in (select section_id from section_teachers where teacher_id in (select id from who)) or e.student_id in (select student_id from guardianships where guardian_id in (select id from who))) order by e.id limit 1)
    select one.enrolment_id as "enrolmentId", one.student_id as "studentId", one.section_id as "sectionId", s.term_id as "termId", st.household_id as "householdId",
      (select id from sections o where o.term_id = s.term_id and o.id <> s.id order by id limit 1) as "toSectionId",
      (select id from meetings m where m.section_id = s.id and m.roll_taken_at is not null order by on_day desc limit 1) as "meetingId",
      (select id from session_dates d where d.term_id = s.term_id order by on_day desc limit 1) as "sessionDateId",
      (select id from assignments a where a.section_id = s.id order by id limit 1) as "assignmentId",
      (select p.account_id from persons p join guardianships g on g.guardian_id = p.id where g.student_id = st.id and p.account_id is not null limit 1) as "accountId",
      (select teacher_id from section_teachers t where t.section_id = s.id limit 1) as "teacherId",
      (select id from payments p where p.household_id = st.household_id order by id limit 1) as "paymentId",
      (select id from events where status = 'published' order by id limit 1) as "eventId",
      (select id from notices where sent_at is not null and (${role} = 'admin' or created_by in (select id from who)) order by id limit 1) as "noticeId",
      (select notice_id from notice_recipients where person_id in (select id from who) limit 1) as "receivedId",
      (select id from threads where case when ${role} = 'teacher' then section_id = s.id else household_id = st.household_id end order by id limit 1) as "threadId",
      (select id from mails order by id limit 1) as "mailId", (select id from form_fields order by id limit 1) as "fieldId",
      (select id from confirmation_rounds limit 1) as "roundId", (select id from lotteries limit 1) as "lotteryId", (select id from imports limit 1) as "importId",
      (select id from waitlist_entries where status = 'waiting' order by id limit 1) as "waitlistId", (select id from visits order by id limit 1) as "visitId",
      (select id from enrolments where status = 'approval' order by id limit 1) as "applicationId", (select id from students o where o.id <> st.id order by id limit 1) as "otherStudentId"
    from one join sections s on s.id = one.section_id join students st on st.id = one.student_id`,
  )
  return found!
}

/** The row that a function's `id` refers to, by the function's name or its first part. */
const subjects: Record<string, string> = {
  users: 'accountId',
  terms: 'termId',
  teachers: 'teacherId',
  parents: 'householdId',
  duties: 'householdId',
  students: 'studentId',
  enrolments: 'waitlistId',
  visits: 'visitId',
  lotteries: 'lotteryId',
  assignments: 'assignmentId',
  events: 'eventId',
  imports: 'importId',
  'messages-letter': 'mailId',
  'messages-notice': 'noticeId',
  'messages-delivery': 'noticeId',
  'messages-received': 'receivedId',
  'messages-thread': 'threadId',
}
/** Values for other input fields. */
const values = {
  search: 'mia',
  from: '2026-11-01',
  to: '2026-11-30',
  act: 'archive',
  of: 'adult',
  list: 'students',
  state: 'missing',
  kind: 'pricing',
  key: 'away',
  part: 'sure',
  audience: [{ kind: 'everyone' }],
  withFees: false,
}
/** The inputs that are more than a few ids. */
const wholeInputs = (own: Record<string, string>): { [N in FunctionName]?: Input<N> } => ({
  'config-retention': { drafts: 30, mails: 90, addresses: 90, signIns: 30, operations: 30 },
  'forms-history': { fieldId: own['fieldId']!, studentId: own['studentId']! },
  'enrolments-quote': {
    draft: Draft.parse({
      termId: own['termId'],
      children: [{ key: 'child', studentId: own['studentId'] }],
      choices: [{ childKey: 'child', sectionId: own['toSectionId'] }],
    }),
  },
  'applications-preview': { ids: [own['applicationId']!], promoCode: '' },
  'leavings-previewType': { enrolmentId: own['enrolmentId']! },
  'payments-previewCharges': {
    audience: { kind: 'term', termId: own['termId']! },
    per: 'student',
    kind: 'other',
    description: 'Books',
    amountCents: 1000,
    again: [],
    without: [],
  },
  'promotions-copyPlan': { fromTermId: promotion.fromTermId, toTermId: promotion.toTermId, newTerm: null },
  'promotions-get': { id: promotion.id },
  'promotions-lines': { id: promotion.id },
  'oneroster-summary': { extent: 'current' },
  'duplicates-find': { of: 'student', search: values.search, besides: own['studentId']! },
  'duplicates-compare': { of: 'student', keepId: own['studentId']!, dropId: own['otherStudentId']! },
  'duties-preview': { points: 2, fromDay: '2026-09-01', exempt: [] },
  'push-tests': { ids: [own['noticeId']!] },
})
/** An input with the fields that an earlier call reported as missing. */
const inputOf = (name: FunctionName, lacking: readonly { path: string }[], own: Record<string, string>): object => {
  const id = own[subjects[name] ?? subjects[name.split('-')[0]!] ?? '']
  const all: Record<string, unknown> = { ...own, ...values, id, ids: [id] }
  return Object.fromEntries(lacking.map(({ path }) => [path, all[path]]))
}

/** The statements that a call in this role sends, with their values. */
const statementsOf = async (name: FunctionName, role: Role, own: Record<string, string>) => {
  const sent = new Map<string, unknown[]>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const [config, values] = given as [string | pg.QueryConfig, unknown[] | undefined]
    const text = typeof config === 'string' ? config : config.text
    if (/^\s*(?:select|with)\b/i.test(text))
      sent.set(text, values ?? (typeof config === 'string' ? [] : (config.values ?? [])))
    return Reflect.apply(query, this, given)
  } as typeof query
  const ask = (input: object) => office.call(people[role], name, input as never, at)
  try {
    await ask(wholeInputs(own)[name] ?? {}).catch((error: unknown) => {
      if (!(error instanceof CallError) || error.code !== 'invalid-argument') throw error
      const { fields } = error.details as { fields: { path: string }[] }
      return ask(inputOf(name, fields, own))
    })
    answered.add(name)
  } catch (error) {
    // The statements sent before the error are checked all the same.
    if (!(error instanceof CallError)) throw error
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

/**
 * True if a step reads so many rows for nothing that it is no better than a scan, as when a list of a few rows walks
 * through everyone's in order.
 */
const isWasteful = (node: Node): boolean => (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1) >= large

/**
 * The large tables that a statement reads by a sequential scan, with the plan that the call's connection would use; for
 * families and teachers, also the steps that are wasteful.
 */
const scansOf = async (text: string, values: unknown[], isPlanned: boolean): Promise<string[]> => {
  const client = await school.database.pool.connect()
  try {
    await client.query('begin')
    if (isPlanned) await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`prepare asked as ${text}`)
    const literals = values.map(value =>
      value === null || value === undefined
        ? 'null'
        : pg.escapeLiteral(
            Array.isArray(value)
              ? `{${value.map(each => JSON.stringify(each)).join()}}`
              : value instanceof Date
                ? value.toISOString()
                : String(value as string | number | boolean),
          ),
    )
    const { rows: found } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (format json${isPlanned ? ', analyze, timing off' : ''}) execute asked${literals.length > 0 ? ` (${literals.join()})` : ''}`,
    )
    return nodesOf(found[0]!['QUERY PLAN'][0]!.Plan).flatMap(node =>
      node['Node Type'] === 'Seq Scan' && tables.has(node['Relation Name'] ?? '')
        ? [`${node['Relation Name']} ${node.Filter ?? ''}`]
        : isPlanned && isWasteful(node)
          ? [
              `${node['Node Type']} of ${node['Relation Name'] ?? 'a join'} discards rows by ${node.Filter ?? 'its condition'}`,
            ]
          : [],
    )
  } finally {
    await client.query('rollback')
    // Only this one: the connection has other prepared statements, which calls execute by name.
    await client.query('deallocate asked')
    client.release()
  }
}

const scansOfCall = async (name: FunctionName, role: Role, own: Record<string, string>): Promise<string[]> => {
  const sent = await statementsOf(name, role, own)
  const isPlanned = role !== 'admin'
  const found: string[] = []
  for (const [text, values] of sent)
    for (const scan of await scansOf(text, values, isPlanned)) found.push(`${name}: ${scan}`)
  if (found.length > 0) scanned.add(name)
  return role === 'admin' && known.includes(name) ? [] : found
}

const scanned = new Set<FunctionName>()
const answered = new Set<FunctionName>()
const reads = (Object.keys(contract) as FunctionName[]).filter(name => contract[name].kind === 'read')
const open = (role: Role) =>
  reads.filter(name => (contract[name] as Callable).by.some(by => by === role || by === 'newcomer' || by === 'guest'))

test('the main tables of the test school are large', () => {
  for (const table of ['persons', 'students', 'households', 'enrolments', 'attendance', 'charges', 'payments'])
    expect(tables).toContain(table)
})

describe('no statement scans a large table', () => {
  test.each(roles)('in reads by the role %s', async role => {
    const own = await rowsOf(role)
    const found: string[] = []
    for (const name of open(role)) found.push(...(await scansOfCall(name, role, own)))
    expect(found).toEqual([])
  })
  test('in the lists of students and families, with a plan that is kept for every search and page', async () => {
    const own = await rowsOf('admin')
    for (const name of ['students-list', 'parents-list'] as const)
      for (const [text, values] of await statementsOf(name, 'admin', own)) {
        const scanned = await scansOf(text, values, true)
        expect(scanned.filter(scan => scan.startsWith('persons'))).toEqual([])
      }
  })
  test('in any read, except those listed as untried', () => {
    const readable = reads.filter(name => roles.some(role => open(role).includes(name)))
    expect(readable.filter(name => !answered.has(name))).toEqual(untried)
  })
  test('except the listed ones, which all still do', () => expect(known.filter(name => !scanned.has(name))).toEqual([]))
})
