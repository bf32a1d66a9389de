import { once } from 'node:events'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { tooBusy } from './errors.ts'
import type { Given, Told } from './makingWorker.ts'
import { openThread } from './thread.ts'

/** Within this time the largest file of the largest school is made. */
const mostMs = 180_000
const atOnce = 50
/** Who takes one file often takes another. */
const thread = openThread({ module: new URL('./makingWorker.ts', import.meta.url), mb: 1024, keptMs: 30_000 })

/** Makes a file out of a list and of what it has to know besides. Both are plain data, which can be copied. */
export type Maker<Item, Besides> = (list: readonly Item[], besides: Besides) => Buffer | string | Promise<Buffer>

/** Gives the thread its work, in pieces, since copying all of it at once would hold everybody up. */
const giveAll = async (worker: Worker, file: Extract<Given, { kind: 'file' }>, list: readonly unknown[]) => {
  const give = (given: Given) => worker.postMessage(given)
  give(file)
  for (let at = 0; at < list.length; at += atOnce) {
    give({ kind: 'items', items: list.slice(at, at + atOnce) })
    await breathe()
  }
  give({ kind: 'go' })
}

const made = async (worker: Worker, file: Extract<Given, { kind: 'file' }>, list: readonly unknown[]) => {
  const limit = AbortSignal.timeout(mostMs)
  const answer = once(worker, 'message', { signal: limit }).catch((error: unknown) => {
    throw limit.aborted ? tooBusy() : error
  })
  const [[told]] = (await Promise.all([answer, giveAll(worker, file, list)])) as [[Told], void]
  if ('error' in told) throw told.error
  return Buffer.from(told.bytes.buffer)
}

/**
 * A file's maker that keeps nobody waiting: a list of more than `few` is made into a file in a thread of its own, one file
 * after the other, and a shorter one at once. `module` exports what this returns as `name`, where the thread finds it.
 */
export const inThread = <Item, Besides>(module: string, name: string, few: number, maker: Maker<Item, Besides>) => {
  const make = async (list: readonly Item[], besides: Besides): Promise<Buffer> => {
    if (list.length <= few) return Buffer.from(await maker(list, besides))
    return thread.run(worker => made(worker, { kind: 'file', module, name, besides }, list))
  }
  return Object.assign(make, { atOnce: maker })
}
