import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'

/** How long to measure: the number of rounds, and the milliseconds of each. */
export type Pace = { rounds: number; roundMs: number }

/** Work that a number of callers repeat until `isOver`. Returns the number of completed operations. */
export type Round = { callers: number; work(isOver: () => boolean): Promise<number> }

/** Runs a round for `ms` milliseconds. Returns the number of operations, and how many per second that is. */
export const rateOf = async ({ callers, work }: Round, ms: number): Promise<{ done: number; rate: number }> => {
  const begun = performance.now()
  const isOver = () => performance.now() - begun >= ms
  const counts = await Promise.all(Array.from({ length: callers }, () => work(isOver)))
  const done = counts.reduce((sum, count) => sum + count, 0)
  return { done, rate: (done / (performance.now() - begun)) * 1000 }
}

/** Returns a function that returns the elements in turn, starting over at the end. */
export const turning = <T>(list: readonly T[]): (() => T) => {
  let turn = 0
  return () => list[(turn += 1) % list.length]!
}

/** Work done within this process. */
export const inProcess = (callers: number, once: () => Promise<unknown>): Round => ({
  callers,
  async work(isOver) {
    let done = 0
    for (; !isOver(); done += 1) await once()
    return done
  },
})

/**
 * Callers that keep their connections open, as browsers do, and do as little as possible: on two processors their own
 * work would distort the result. They fail on any status other than the expected one.
 */
export const posting = (
  origin: string,
  path: string,
  callers: number,
  data: () => unknown,
  headers: () => Record<string, string> = () => ({}),
  status = 200,
): Round => ({
  callers,
  work: isOver =>
    new Promise((finished, failed) => {
      const { port, host } = new URL(origin)
      const socket = connect(Number(port), '127.0.0.1')
      socket.setNoDelay(true)
      let done = 0
      let head = ''
      let left = -1
      const send = () => {
        const body = JSON.stringify({ data: data() })
        const more = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${more.join('')}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }
      socket.on('connect', send)
      socket.on('error', failed)
      socket.on('data', chunk => {
        let had = chunk.length
        if (left < 0) {
          head += chunk.toString('latin1')
          const end = head.indexOf('\r\n\r\n')
          if (end < 0) return
          const length = /^content-length: (\d+)/im.exec(head)
          if (!length || !head.startsWith(`HTTP/1.1 ${status} `)) {
            failed(new Error(`${path} answered ${head.slice(0, 300)}`))
            return
          }
          left = Number(length[1])
          had = head.length - end - 4
          head = ''
        }
        left -= had
        if (left > 0) return
        left = -1
        done += 1
        if (!isOver()) {
          send()
          return
        }
        socket.destroy()
        finished(done)
      })
    }),
})

/** A one-dollar check that the office records for a household. */
export const paymentOf = (householdId: string) => ({
  operationId: randomUUID(),
  householdId,
  method: 'cheque',
  amountCents: 100,
  receivedOn: '2026-11-20',
  reference: '',
  payer: '',
})
