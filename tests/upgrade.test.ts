import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrate, migrationNames, migrationState } from '#server/migrate.ts'
import { findLedgers } from '#server/money/payments/ledgerQueries.ts'
import { everything, scopeOf } from '#server/platform/scope.ts'
import { findFaults } from '#server/money/payments/checkQueries.ts'
import { type Database, type Db, openDatabase, rows } from '#server/platform/db.ts'
import { findSetting } from '#server/school/config/acts.ts'
import { sealNotes } from '#server/sealing.ts'
import { freshDatabase, tablesOf } from './database-fixture.ts'
import { houseOn } from './school.ts'
import { serve } from './served.ts'

const migrations = migrationNames()
const migration = (tag: string): string =>
  readFileSync(new URL(`../server/migrations/${tag}.sql`, import.meta.url), 'utf8').replaceAll('"public".', '')

/** An empty school with only these migrations applied. */
const schoolAfter = async (tags: readonly string[]) => {
  const fresh = await freshDatabase()
  const schema = `${fresh.schema}_old`
  const database = openDatabase(fresh.url, schema)
  const { pool } = database
  await pool.query(`create schema "${schema}"`)
  await pool.query(
    'create table migrations (tag text primary key, hash text not null, at timestamptz not null default now())',
  )
  for (const tag of tags) {
    await pool.query(migration(tag))
    await pool.query("insert into migrations (tag, hash) values ($1, '')", [tag])
  }
  return {
    database,
    schema,
    url: fresh.url,
    async drop() {
      await database.close()
      await fresh.drop()
    },
  }
}

/**
 * Creates a school with these migrations, fills it with `fill`, applies the remaining migrations, and runs the checks
 * of `then`.
 */
const upgraded = async (
  tags: readonly string[],
  fill: (pool: Database['pool']) => Promise<void>,
  then: (db: Db) => Promise<void>,
): Promise<void> => {
  const { database, schema, drop } = await schoolAfter(tags)
  try {
    await fill(database.pool)
    await migrate(database, schema)
    await then(database.db)
  } finally {
    await drop()
  }
}

test('a school of the first version keeps its prices and signed policies, and can search by pinyin', () =>
  upgraded(
    ['0000_house', '0001_services'],
    async pool => {
      await pool.query(`insert into school (name, zone, currency, policy_version, policy, pricing, created_at)
      values ('Old', 'America/New_York', 'USD', '3', 'Be on time.', '{"registrationFeeCents":4000,"siblingPercent":10,"siblingProgrammeIds":[],"staffPercent":50,"prorations":[],"dueDays":14}', now())`)
      const home = '00000000-0000-7000-8000-000000000001'
      await pool.query('insert into households (id, name, created_at) values ($1, $2, now())', [home, 'Wang'])
      await pool.query(
        "insert into persons (id, name, native_name) values ('00000000-0000-7000-8000-000000000002', 'Ming Wang', '王小明')",
      )
      for (const [n, kind, version] of [
        [3, 'policy', '3'],
        [4, 'policy', '2'],
        [5, 'photo', '3'],
      ] as const)
        await pool.query(
          "insert into consents (id, household_id, kind, level, version, signed_name, signed_at) values ($1, $2, $3, 'granted', $4, 'Ann', now())",
          [`00000000-0000-7000-8000-00000000000${n}`, home, kind, version],
        )
    },
    async db => {
      const [setting] = await rows<{ value: object }>(
        db,
        sql`select value from setting_versions where kind = 'pricing'`,
      )
      expect(setting!.value).toMatchObject({ registrationFeeCents: 4000, siblingPercent: 10 })
      expect(
        await rows(
          db,
          sql`select c.kind, c.version, v.text from consents c left join policy_versions v on v.id = c.version_id order by c.id`,
        ),
      ).toEqual([
        { kind: 'policy', version: '3', text: 'Be on time.' },
        { kind: 'policy', version: '2', text: null },
        { kind: 'photo', version: '3', text: 'Photos of your children' },
      ])
      const [found] = await rows<{ n: number }>(
        db,
        sql`select count(*)::int as n from persons where search_text like '%xiaoming%'`,
      )
      expect(found!.n).toBe(1)
    },
  ))

test('a school’s single sign-in provider becomes the first in its list of providers', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0009_attestation-and-carts')),
    async pool => {
      const account = '00000000-0000-7000-8000-000000000001'
      const own = {
        isOn: true,
        issuer: 'https://login.school.example',
        clientId: 'lantern',
        label: 'Lakeside',
        nativeLabel: '湖畔',
      }
      for (const [madeAt, value] of [
        ['2026-09-01T12:00:00Z', { ...own, isOn: false, issuer: '', clientId: '', label: '' }],
        ['2026-09-02T12:00:00Z', own],
      ] as const)
        await pool.query(
          "insert into setting_versions (id, kind, value, created_at) values (gen_random_uuid(), 'provider', $1, $2)",
          [JSON.stringify(value), madeAt],
        )
      await pool.query("insert into accounts (id, email, created_at) values ($1, 'ann@school.example', now())", [
        account,
      ])
      await pool.query(
        "insert into provider_links (issuer, subject, account_id, linked_at) values ($1, 'ann', $2, now())",
        [own.issuer, account],
      )
    },
    async db => {
      const { list } = await findSetting(db, 'providers')
      expect(list).toEqual([
        {
          id: 'oidc.school',
          isOn: true,
          issuer: 'https://login.school.example',
          clientId: 'lantern',
          label: 'Lakeside',
          nativeLabel: '湖畔',
        },
      ])
      expect(await rows(db, sql`select provider_id, subject from provider_links`)).toEqual([
        { providerId: 'oidc.school', subject: 'ann' },
      ])
      const before = await rows(
        db,
        sql`select value from setting_versions where kind = 'providers' order by created_at limit 1`,
      )
      expect(before).toEqual([{ value: { list: [] } }])
    },
  ))

test('secrets copied into batches are gone after the upgrade, and codes that were sent are kept', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0011_secrets-apart')),
    async pool => {
      await pool.query('select record_batches()')
      const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
      await pool.query(
        "insert into accounts (id, email, created_at) values ($1, 'ann@home.example', now()), ($2, 'new@home.example', now())",
        [id(1), id(2)],
      )
      await pool.query("insert into persons (id, name, account_id) values ($1, 'Ann', $2), ($3, 'Bob', null)", [
        id(3),
        id(1),
        id(4),
      ])
      const codes = JSON.stringify([{ personId: id(4), hash: 'codehash' }])
      await pool.query(
        "insert into family_claims (id, account_id, way, status, codes, created_at) values ($1, $2, 'code', 'sent', '[]', now())",
        [id(5), id(2)],
      )
      await pool.query(
        "insert into batches (id, kind, n, detail, slices, actor, at) values ($1, 'duplicates-merge', 1, '', '[]', 'Ida', now())",
        [id(6)],
      )
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query("select set_config('lantern.batch', $1, true)", [id(6)])
        await client.query(
          "insert into known_devices (account_id, device_hash, seen_at) values ($1, 'devicehash', now())",
          [id(1)],
        )
        await client.query(
          "insert into calendar_feeds (id, person_id, token_hash, created_at) values ($1, $2, 'feedhash', now())",
          [id(7), id(3)],
        )
        await client.query('update family_claims set codes = $1', [codes])
        await client.query("update persons set phone = '1' where id = $1", [id(3)])
        await client.query('commit')
      } finally {
        client.release()
      }
      const { rows: copies } = await pool.query<{ all: string }>('select c::text as "all" from batch_changes c')
      for (const hash of ['codehash', 'devicehash', 'feedhash'])
        expect(
          copies.some(({ all }) => all.includes(hash)),
          hash,
        ).toBe(true)
    },
    async db => {
      const copies = await rows<{ table: string; all: string }>(
        db,
        sql`select table_name as "table", c::text as "all" from batch_changes c order by seq`,
      )
      expect(copies.map(({ table }) => table)).toEqual(['calendar_feeds', 'persons'])
      expect(copies.filter(({ all }) => /hash"/.test(all))).toEqual([])
      expect(
        await rows(db, sql`select p.name, c.code_hash from claim_codes c join persons p on p.id = c.person_id`),
      ).toEqual([{ name: 'Bob', codeHash: 'codehash' }])
      await rows(db, sql`select undo_batch('00000000-0000-7000-8000-000000000006')`)
      expect(await rows(db, sql`select 1 from calendar_feeds`)).toEqual([])
      expect(await rows(db, sql`select device_hash from known_devices`)).toHaveLength(1)
    },
  ))

test('payments show who recorded them, and shares of the fees become a custody note', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0014_payments-received')),
    async pool => {
      const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
      await pool.query("insert into households (id, name, created_at) values ($1, 'Wang', now())", [id(1)])
      for (const [n, name] of [
        [2, 'Ann Wang'],
        [3, 'Dan Wang'],
        [4, 'Mia Wang'],
        [5, 'Leo Wang'],
        [6, 'Ida Office'],
      ] as const)
        await pool.query('insert into persons (id, name) values ($1, $2)', [id(n), name])
      for (const [n, note] of [
        [4, 'Weekdays with Ann'],
        [5, ''],
      ] as const)
        await pool.query(
          'insert into students (id, household_id, custody_note, created_at) values ($1, $2, $3, now())',
          [id(n), id(1), note],
        )
      for (const [student, guardian, percent] of [
        [4, 2, 60],
        [4, 3, 40],
        [5, 2, 100],
        [5, 3, 0],
      ] as const)
        await pool.query(
          "insert into guardianships (student_id, guardian_id, relationship, has_data_access, may_pick_up, contact_order, billing_percent) values ($1, $2, 'other', true, true, $3, $4)",
          [id(student), id(guardian), guardian, percent],
        )
      for (const [n, at] of [
        [7, '2026-09-01T10:00:00Z'],
        [8, '2026-09-02T10:00:00Z'],
      ] as const)
        await pool.query(
          "insert into payments (id, number, household_id, method, amount_cents, received_on, status, created_at) values ($1, $2, $3, 'cash', 100, '2026-09-01', 'succeeded', $4)",
          [id(n), `R-${n}`, id(1), at],
        )
      await pool.query(
        "insert into audit_entries (id, at, person_id, actor, action, input, outcome, about) values ($1, '2026-09-01T10:00:00Z', $2, 'ida', 'payments-record', '{}', 'done', array[$3]::uuid[])",
        [id(9), id(6), id(1)],
      )
    },
    async db => {
      expect(
        await rows(
          db,
          sql`select y.number, p.name from payments y left join persons p on p.id = y.recorded_by order by y.number`,
        ),
      ).toEqual([
        { number: 'R-7', name: 'Ida Office' },
        { number: 'R-8', name: null },
      ])
      expect(
        await rows(
          db,
          sql`select p.name, s.custody_note from students s join persons p on p.id = s.id order by p.name`,
        ),
      ).toEqual([
        { name: 'Leo Wang', custodyNote: '' },
        { name: 'Mia Wang', custodyNote: 'Weekdays with Ann\nShare of the fees: Ann Wang 60%, Dan Wang 40%' },
      ])
    },
  ))

test('known reasons for reversals become causes, and the office’s own words stay', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0030_reversal-causes')),
    async pool => {
      const id = (n: number) => `00000000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`
      await pool.query(`
        insert into households (id, name, created_at) values ('${id(1)}', 'Wang', now());
        insert into persons (id, name) values ('${id(2)}', 'Mia Wang');
        insert into students (id, household_id, created_at) values ('${id(2)}', '${id(1)}', now());
        insert into terms (id, name, starts_on, ends_on, weekdays, status, created_at) values ('${id(3)}', 'Fall', '2026-09-01', '2026-12-31', '{0}', 'active', now());
        insert into programmes (id, name) values ('${id(4)}', 'Chinese');
        insert into courses (id, programme_id, name) values ('${id(5)}', '${id(4)}', 'Chinese 1');
        insert into sections (id, term_id, course_id, name, weekday, starts_at, ends_at, capacity, tuition_cents, books_cents, crayon, status, created_at)
          values ('${id(6)}', '${id(3)}', '${id(5)}', 'Chinese 1A', 0, '10:00', '11:00', 9, 0, 0, 'leaf', 'published', now());
        insert into enrolments (id, student_id, section_id, status, created_at) values
          ('${id(7)}', '${id(2)}', '${id(6)}', 'withdrawn', now()), ('${id(8)}', '${id(2)}', '${id(6)}', 'transferred', now())`)
      const reasons = [
        [7, 'Left Chinese 1A'],
        [8, 'Left Chinese 1A'],
        [7, 'Takes part in Chinese 1A in another way'],
        [null, 'Chinese 1A does not take place: too few students'],
        [null, 'The visit was cancelled'],
        [7, 'Left the school'],
        [null, ''],
      ] as const
      for (const [index, [enrolment, reason]] of reasons.entries()) {
        const charge = id(20 + index)
        await pool.query(
          "insert into charges (id, household_id, enrolment_id, kind, description, amount_cents, on_day, due_on, created_at) values ($1, $2, $3, 'tuition', 'Chinese 1A', 100, '2026-09-01', '2026-09-01', now())",
          [charge, id(1), enrolment && id(enrolment)],
        )
        await pool.query(
          "insert into charge_reversals (charge_id, reason, on_day, created_at) values ($1, $2, '2026-09-02', now())",
          [charge, reason],
        )
      }
    },
    async db => {
      const [ledger] = await findLedgers(
        db,
        scopeOf('households', everything),
        scopeOf('students', everything),
        undefined,
      )
      expect(
        ledger!.entries.filter(({ kind }) => kind === 'cancellation').map(each => [each.cause, each.reference]),
      ).toEqual([
        ['left', ''],
        ['transferred', ''],
        ['retyped', ''],
        ['class-canceled', 'too few students'],
        ['visit-canceled', ''],
        [null, 'Left the school'],
        [null, ''],
      ])
    },
  ))

test('known reasons for returned card money become causes, and the provider’s own words stay', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0031_returned-money-causes')),
    async pool => {
      const id = (n: number) => `00000000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`
      await pool.query(`
        insert into households (id, name, created_at) values ('${id(1)}', 'Wang', now());
        insert into persons (id, name) values ('${id(2)}', 'Ida Office');
        insert into payments (id, number, household_id, method, amount_cents, received_on, status, created_at) values
          ('${id(3)}', 'R-1', '${id(1)}', 'card', 900, '2026-09-01', 'bounced', now()),
          ('${id(4)}', 'R-2', '${id(1)}', 'cheque', 900, '2026-09-01', 'bounced', now());
        insert into payment_reversals (payment_id, reason, on_day, created_at) values
          ('${id(3)}', 'Objection of the card’s holder: fraudulent', '2026-09-02', now()),
          ('${id(4)}', 'No cover', '2026-09-02', now())`)
      const failures = [
        ['card', 'The bank did not take it: lost or stolen card', null],
        ['card', 'Objection of the card’s holder: fraudulent', null],
        ['card', 'The school keeps no key of its account with the provider.', null],
        ['card', 'This charge was refunded.', null],
        ['card', 'Paid twice', id(2)],
        ['cheque', 'Never cashed', id(2)],
      ] as const
      for (const [index, [method, failure, movedBy]] of failures.entries())
        await pool.query(
          "insert into refunds (id, payment_id, household_id, amount_cents, method, reason, status, failure, failed_on, moved_by, moved_at, on_day, created_at) values ($1, $2, $3, 100, $4, 'Left', 'failed', $5, '2026-09-03', $6, now(), '2026-09-02', now())",
          [id(20 + index), id(3), id(1), method, failure, movedBy],
        )
    },
    async db => {
      expect(
        await rows(db, sql`select cause, reason from payment_reversals order by payment_id`),
        'reversals keep their sentences as written',
      ).toEqual([
        { cause: 'disputed', reason: 'Objection of the card’s holder: fraudulent' },
        { cause: null, reason: 'No cover' },
      ])
      expect(await rows(db, sql`select failure_cause as cause, failure from refunds order by id`)).toEqual([
        { cause: 'refund-returned', failure: 'lost or stolen card' },
        { cause: 'disputed', failure: 'fraudulent' },
        { cause: 'cards-off', failure: '' },
        { cause: 'refund-refused', failure: 'This charge was refunded.' },
        { cause: null, failure: 'Paid twice' },
        { cause: null, failure: 'Never cashed' },
      ])
    },
  ))

test('promotions that were discarded are gone, so that copying their classes can be undone', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0038_discarded-promotions')),
    async pool => {
      const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
      await pool.query(`
        insert into terms (id, name, starts_on, ends_on, weekdays, status, created_at)
          values ('${id(1)}', 'Fall', '2026-09-01', '2026-12-31', '{0}', 'active', now()), ('${id(2)}', 'Spring', '2027-01-31', '2027-06-06', '{0}', 'draft', now());
        insert into promotion_runs (id, from_term_id, to_term_id, step, raises_grades, status, created_at)
          values ('${id(3)}', '${id(1)}', '${id(2)}', 'continue', false, 'discarded', now()), ('${id(4)}', '${id(1)}', '${id(2)}', 'continue', false, 'draft', now())`)
    },
    async db => {
      expect(await rows(db, sql`select status from promotion_runs`)).toEqual([{ status: 'draft' }])
    },
  ))

test('a school keeps the default rules it relied on, and the features it uses are switched on', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0016_features')),
    async pool => {
      await pool.query(
        "insert into school (name, zone, currency, created_at) values ('Old', 'America/New_York', 'USD', '2026-01-01T12:00:00Z')",
      )
      await pool.query(
        "insert into setting_versions (id, kind, value, created_at) values (gen_random_uuid(), 'refunds', $1, now())",
        [JSON.stringify({ tiers: [], processingFeeCents: 500, refundsBooks: false })],
      )
      await pool.query(
        "insert into promo_codes (id, code, percent, is_for_new_families, is_combinable, note, created_at) values (gen_random_uuid(), 'AUTUMN', 10, false, true, '', now())",
      )
      await pool.query(
        "insert into oneroster_clients (id, name, secret_hash, scopes, created_at) values (gen_random_uuid(), 'Library', 'x', array['roster'], now())",
      )
    },
    async db => {
      expect(await findSetting(db, 'pricing')).toMatchObject({ siblingPercent: 10, dueDays: 14 })
      expect(await findSetting(db, 'retention')).toEqual({
        drafts: 180,
        mails: 365,
        addresses: 365,
        signIns: 90,
        operations: 30,
      })
      // The office's choices are kept.
      expect(await findSetting(db, 'refunds')).toMatchObject({ tiers: [], processingFeeCents: 500 })
      expect((await findSetting(db, 'features')).on.toSorted()).toEqual(['oneroster', 'promoCodes'])
    },
  ))

test('a database without a school gets no rules', () =>
  upgraded(
    migrations.slice(0, migrations.indexOf('0016_features')),
    async () => undefined,
    async db => expect(await rows(db, sql`select kind from setting_versions`)).toEqual([]),
  ))

type Released = {
  version: string
  /** The tag of its last migration. */
  last: string
  /** The password of the office account in the sample school. */
  password: string
  /** The columns that change in an upgrade, as `table.column`. */
  without: readonly string[]
}
const released: Released[] = [
  // The shares of fees are no longer used: a share that was set is now in the custody note.
  { version: '0.1', last: '0007_enrol', password: 'secret1', without: ['guardianships.billing_percent'] },
  { version: '0.2', last: '0026_data-care', password: 'office secret', without: [] },
]

type Row = Record<string, unknown>
/** Every row of every table of a school. */
const everyRow = async (pool: Database['pool']): Promise<Map<string, Row[]>> => {
  const found = new Map<string, Row[]>()
  for (const name of await tablesOf({ pool })) {
    const { rows: list } = await pool.query<{ row: Row }>(`select to_jsonb(t) as row from "${name}" t`)
    found.set(
      name,
      list.map(({ row }) => row),
    )
  }
  return found
}

/** What each family owes, computed from tables that have not changed since the first version. */
const balancesIn = async (pool: Database['pool']): Promise<Record<string, number>> => {
  const { rows: found } = await pool.query<{ name: string; cents: number }>(`
    select h.name, (
      (select coalesce(sum(c.amount_cents - coalesce((select sum(d.amount_cents) from discounts d where d.charge_id = c.id), 0)), 0)
        from charges c where c.household_id = h.id and not exists (select 1 from charge_reversals v where v.charge_id = c.id))
      - (select coalesce(sum(p.amount_cents), 0) from payments p where p.household_id = h.id and p.status = 'succeeded')
      + (select coalesce(sum(r.amount_cents), 0) from refunds r where r.household_id = h.id and r.status in ('sent', 'settled')))::bigint as cents
    from households h order by 1`)
  return Object.fromEntries(found.map(({ name, cents }) => [name, cents]))
}

/** SQL that lets this number of migrations complete and then fails in the middle of the next one. */
const breakOffAfter = (made: number): string => `
  create function public.break_off() returns event_trigger language plpgsql as $$ begin
    if (select count(*) from migrations) >= ${made} then raise exception 'broken off'; end if;
  end $$;
  create event trigger break_off on ddl_command_end execute function public.break_off()`

/** Rows that no longer exist unchanged, ignoring these columns. */
const lostIn = (before: Map<string, Row[]>, after: Map<string, Row[]>, without: readonly string[]): string[] =>
  [...before].flatMap(([table, list]) => {
    const columns = Object.keys(list[0] ?? {}).filter(column => !without.includes(`${table}.${column}`))
    const told = (row: Row) => `${table} ${columns.map(column => `${column}=${JSON.stringify(row[column])}`).join(' ')}`
    const there = new Set(after.get(table)?.map(told))
    return list.map(told).filter(row => !there.has(row))
  })

test.each(released)(
  'a school of version $version keeps every row, balance and password, even if its upgrade is interrupted',
  async ({ version, last, password, without }) => {
    const tags = migrations.slice(0, migrations.indexOf(last) + 1)
    const { database, schema, url, drop } = await schoolAfter(tags)
    const { pool } = database
    try {
      await pool.query('delete from migrations')
      const restoring = await pool.connect()
      await restoring.query(readFileSync(new URL(`fixtures/releases/school-${version}.sql`, import.meta.url), 'utf8'))
      await restoring.query('reset session_replication_role')
      restoring.release()
      // Released migrations are never changed.
      const { rows: made } = await pool.query<{ tag: string; hash: string }>(
        'select tag, hash from migrations order by tag',
      )
      const hashOf = (tag: string) =>
        createHash('sha256')
          .update(readFileSync(new URL(`../server/migrations/${tag}.sql`, import.meta.url)))
          .digest('hex')
      expect(made).toEqual(tags.map(tag => ({ tag, hash: hashOf(tag) })))

      await pool.query("update students set medical = 'Zebrafish of before' where grade = '3'")
      const before = await everyRow(pool)
      const balances = await balancesIn(pool)
      expect(balances).toEqual({ 'Ann Wang': 28_905, 'Bob Li': -15_761 })
      const { missing } = await migrationState(pool)
      if (missing.length > 1) {
        const half = Math.floor(missing.length / 2)
        await pool.query(breakOffAfter(tags.length + half))
        await expect(migrate(database, schema)).rejects.toThrow('broken off')
        expect((await migrationState(pool)).missing).toEqual(missing.slice(half))
        await pool.query('drop event trigger break_off; drop function public.break_off()')
      }
      await migrate(database, schema)
      expect(await migrationState(pool)).toEqual({ missing: [], unknown: [] })

      const after = await everyRow(pool)
      expect(lostIn(before, after, without)).toEqual([])
      expect(await balancesIn(pool)).toEqual(balances)

      const served = await serve(houseOn({ database, schema, url, drop }))
      const answer = await served.identity('v1/accounts:signInWithPassword', {
        email: 'ida@school.example',
        password,
        returnSecureToken: true,
      })
      const { idToken } = (await answer.json()) as { idToken: string }
      const shown = (await (await served.call('payments-households', {}, idToken)).json()) as {
        result: { rows: { household: string; balanceCents: number }[] }
      }
      expect(
        Object.fromEntries(shown.result.rows.map(({ household, balanceCents }) => [household, balanceCents])),
      ).toEqual(balances)
      expect(await findFaults(database.db)).toEqual([])

      // Migrations don't have the key: the first start seals the existing notes.
      const notes = async () =>
        (await pool.query<{ id: string; medical: string }>('select id, medical from students')).rows
      expect((await notes()).map(({ medical }) => medical)).toContain('Zebrafish of before')
      expect(await sealNotes(database)).toBeGreaterThan(0)
      const sealed = await notes()
      expect(sealed.every(({ medical }) => medical.startsWith('sealed1.'))).toBe(true)
      const told = await (await served.call('students-get', { id: sealed[0]!.id }, idToken)).json()
      expect(told).toMatchObject({ result: { medical: 'Zebrafish of before' } })
      expect(await sealNotes(database)).toBe(0)
      await served.close()
    } finally {
      await drop()
    }
  },
)
