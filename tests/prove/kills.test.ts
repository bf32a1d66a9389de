import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reachPostgres } from '#server/platform/postgres.ts'
import { type Running, signIn, startLantern } from '../../scripts/bench/lantern.ts'
import { scratch } from '#tests/scratch.ts'

// Lantern with its embedded database, killed again and again while people write and read.

const kills = Number(process.env['KILLS'] ?? '100')
const writers = 6
const readers = 2

type Payment = { operationId: string; reference: string }

let folder: string
let token: string
let lantern: Running
const begin = () => startLantern({ DATA_DIR: folder })

beforeAll(async () => {
  folder = await mkdtemp(join(scratch(), 'lantern-kills-'))
  lantern = await begin()
})
afterAll(async () => {
  await lantern.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

const post = async (name: string, data: object): Promise<unknown> => {
  const answer = await fetch(`${lantern.origin}/fn/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data }),
  })
  const body = (await answer.json()) as { result?: unknown }
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(body)}`)
  return body.result
}

/** What is in the database of the Lantern that runs. */
const recorded = async (): Promise<{ reference: string; times: number; charged: number }[]> => {
  const { url, stop } = await reachPostgres(join(folder, 'demo'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ reference: string; times: number; charged: number }>(
      `select p.reference, count(*)::int as times,
         (select count(*)::int from school.audit_entries a where a.input ->> 'reference' = p.reference) as charged
       from school.payments p where p.reference like 'kill-%' group by 1`,
    )
    return rows
  } finally {
    await client.end()
    await stop()
  }
}

test(
  `${kills} kills lose nothing that was acknowledged, and do nothing twice`,
  { timeout: 60_000 + kills * 30_000 },
  async () => {
    token = (await signIn(lantern.origin, 'office')).idToken
    const { rows } = (await post('payments-households', {})) as { rows: { householdId: string }[] }
    const send = ({ operationId, reference }: Payment) =>
      post('payments-record', {
        operationId,
        householdId: rows[reference.length % rows.length]!.householdId,
        method: 'cheque',
        amountCents: 100,
        receivedOn: '2026-11-20',
        reference,
        payer: '',
      })
    const acknowledged = new Set<string>()
    /** What was sent when the process died: nobody knows whether it was done. */
    let open: Payment[] = []
    let made = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const life = { isOver: false }
      const write = async () => {
        while (!life.isOver) {
          const payment = { operationId: randomUUID(), reference: `kill-${(made += 1)}` }
          try {
            await send(payment)
            acknowledged.add(payment.reference)
          } catch (error) {
            // Before the kill nothing may fail.
            if (!life.isOver) throw error
            open.push(payment)
          }
        }
      }
      const read = async () => {
        while (!life.isOver)
          await post('dashboard-figures', {}).catch((error: unknown) => {
            if (!life.isOver) throw error
          })
      }
      const load = Promise.all([...Array.from({ length: writers }, write), ...Array.from({ length: readers }, read)])
      // Sooner or later, at another moment each time: what is waited for is the kill itself.
      await Promise.race([load, pause(150 + ((kill * 367) % 1_100))])
      life.isOver = true
      process.kill(lantern.pid, 'SIGKILL')
      await load
      lantern = await begin()
      token = (await signIn(lantern.origin, 'office')).idToken
      // As a browser does that got no answer: the same again, under the same id.
      for (const payment of open) {
        await send(payment)
        acknowledged.add(payment.reference)
      }
      open = []
    }
    const found = await recorded()
    expect(acknowledged.size).toBeGreaterThan(kills)
    expect(new Set(found.map(({ reference }) => reference))).toEqual(acknowledged)
    expect(found.filter(({ times, charged }) => times !== 1 || charged !== 1)).toEqual([])
  },
)
