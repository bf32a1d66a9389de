import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { usualMost } from '#server/platform/admission.ts'
import { signIn, startLantern } from '../../scripts/bench/lantern.ts'
import { scratch } from '#tests/scratch.ts'
import { note, quantile } from './figures.ts'

// As many callers as the server admits at once, and then five times as many.

const callers = usualMost
const roundMs = 8_000
const rounds = 3

test(
  'at five times the load, calls are served or told when to come back, and health checks and sign-in work',
  {
    timeout: 300_000,
  },
  async () => {
    const folder = await mkdtemp(join(scratch(), 'lantern-overload-'))
    const lantern = await startLantern({ DATA_DIR: folder })
    const { idToken } = await signIn(lantern.origin, 'office')
    const ask = async () => {
      const begun = performance.now()
      const answer = await fetch(`${lantern.origin}/fn/dashboard-figures`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${idToken}` },
        body: '{"data":{}}',
      })
      await answer.text()
      return { status: answer.status, waits: answer.headers.get('retry-after'), ms: performance.now() - begun }
    }
    /** Callers who call without a break, and retry when they are told to. */
    const round = async (many: number) => {
      const until = performance.now() + roundMs
      const served: number[] = []
      const refused: number[] = []
      const odd = new Set<number>()
      await Promise.all(
        Array.from({ length: many }, async () => {
          while (performance.now() < until) {
            const { status, waits, ms } = await ask()
            if (status === 200) served.push(ms)
            else if (status === 503 && waits !== null) {
              refused.push(ms)
              await pause(Math.min(Number(waits) * 1000, until - performance.now()))
            } else odd.add(status)
          }
        }),
      )
      return { served, refused, odd }
    }
    const healthy: number[] = []
    const usual: number[] = []
    const many: number[] = []
    const counts = { usual: 0, many: 0, refused: 0 }
    for (let n = 0; n < rounds; n += 1) {
      const before = await round(callers)
      expect([...before.odd]).toEqual([])
      const rush = round(5 * callers)
      await pause(roundMs / 2)
      healthy.push((await fetch(`${lantern.origin}/healthz`)).status)
      const signedIn = await signIn(lantern.origin, 'parent')
      expect(signedIn.idToken).toEqual(expect.any(String))
      const during = await rush
      expect([...during.odd]).toEqual([])
      expect(during.refused.length).toBeGreaterThan(0)
      usual.push(quantile(before.served, 0.99))
      many.push(quantile(during.served, 0.99))
      counts.usual += before.served.length
      counts.many += during.served.length
      counts.refused += during.refused.length
    }
    expect(new Set(healthy)).toEqual(new Set([200]))
    const ms = (times: readonly number[]) => Math.round(quantile(times, 0.5))
    note(
      `${callers} callers: ${counts.usual} served, p99 ${ms(usual)} ms; ${5 * callers} callers: ${counts.many} served, ` +
        `p99 ${ms(many)} ms, ${counts.refused} told to come back`,
    )
    await lantern.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },
)
