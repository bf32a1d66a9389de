import { setImmediate as breathe } from 'node:timers/promises'
import type { Given, Maker, Told } from './makingWorker.ts'
import { openThread, type Talk } from './thread.ts'

const atOnce = 50
/** The largest file of the largest school needs only a part of this memory and time. */
const thread = openThread<Given, Told>({
  module: new URL('./makingWorker.ts', import.meta.url),
  mb: 1024,
  mostMs: 180_000,
  // A reader who downloads one file often downloads another.
  keptMs: 30_000,
})

type FileToMake = Extract<Given, { kind: 'file' }>

/** Sends the thread its work in pieces, since copying all of it at once would block other calls. */
const made = async ({ give, told }: Talk<Given, Told>, file: FileToMake, list: readonly unknown[]): Promise<Told> => {
  give(file)
  for (let at = 0; at < list.length; at += atOnce) {
    give({ kind: 'items', items: list.slice(at, at + atOnce) })
    await breathe()
  }
  give({ kind: 'go' })
  return told()
}

/**
 * A maker of files that blocks no other call: a list of more than `few` items is processed in a separate thread, one
 * file after the other, and a shorter list directly. `module` must export the result of this function as `name`, where
 * the thread finds it.
 */
export const inThread = <Item, Besides>(module: string, name: string, few: number, maker: Maker<Item, Besides>) => {
  const make = async (list: readonly Item[], besides: Besides): Promise<Buffer> => {
    if (list.length <= few) return Buffer.from(await maker(list, besides))
    const told = await thread.run(talk => made(talk, { kind: 'file', module, name, besides }, list))
    if ('error' in told) throw told.error
    return Buffer.from(told.bytes.buffer)
  }
  return Object.assign(make, { atOnce: maker })
}
