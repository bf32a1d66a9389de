import { parentPort } from 'node:worker_threads'

/** Makes a file from a list and from what else it needs. Both are plain data, which can be copied to a thread. */
export type Maker<Item, Besides> = (list: readonly Item[], besides: Besides) => Buffer | string | Promise<Buffer>

/** The messages to the thread for one file: its maker and other data, then the list in pieces, then `go`. */
export type Given =
  | { kind: 'file'; module: string; name: string; besides: unknown }
  | { kind: 'items'; items: readonly unknown[] }
  | { kind: 'go' }
export type Told = { bytes: Uint8Array<ArrayBuffer> } | { error: unknown }

const port = parentPort!

const serve = async (): Promise<void> => {
  const list: unknown[] = []
  let file: Extract<Given, { kind: 'file' }> | undefined
  await new Promise<void>(resolve => {
    const take = (given: Given) => {
      if (given.kind === 'file') file = given
      else if (given.kind === 'items') list.push(...given.items)
      else {
        port.off('message', take)
        resolve()
      }
    }
    port.on('message', take)
  })
  const { module, name, besides } = file!
  const found = (await import(module)) as Record<string, { atOnce: Maker<unknown, unknown> }>
  // A copy, because a small buffer shares its memory with others.
  const bytes = new Uint8Array(Buffer.from(await found[name]!.atOnce(list, besides)))
  const told: Told = { bytes }
  port.postMessage(told, [bytes.buffer])
}

for (;;)
  await serve().catch((error: unknown) => {
    const told: Told = { error }
    port.postMessage(told)
  })
