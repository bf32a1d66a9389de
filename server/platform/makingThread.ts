import { setImmediate as breathe } from 'node:timers/promises'
import type { Given, Told } from './makingWorker.ts'
import { openThread, type Talk } from './thread.ts'

const atOnce = 50
/** The largest file of the largest school needs a part of this memory and time. */
const thread = openThread<Given, Told>({
  module: new URL('./makingWorker.ts', import.meta.url),
  mb: 1024,
  mostMs: 180_000,
  // Who takes one file often takes another.
  keptMs: 30_000,
})

/** Makes a file out of a list and of what it has to know besides. Both are plain data, which can be copied. */
export type Maker<Item, Besides> = (list: readonly Item[], besides: Besides) => Buffer | string | Promise<Buffer>

type FileToMake = Extract<Given, { kind: 'file' }>

/** Gives the thread its work, in pieces, since copying all of it at once would hold everybody up. */
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
 * A file's maker that keeps nobody waiting: a list of more than `few` is made into a file in a thread of its own, one file
 * after the other, and a shorter one at once. `module` exports what this returns as `name`, where the thread finds it.
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
