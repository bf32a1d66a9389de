import type { FastifyInstance } from 'fastify'
import { guestStreams, longPollWait } from '#contract/callable.ts'
import { openLines } from '#server/platform/eventStream.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Live, Told } from '#server/platform/live.ts'
import { networkOf } from '#server/platform/network.ts'
import type { Traffic } from '#server/platform/traffic.ts'

const heartbeatMs = 25_000

/** Limits how many listeners of each network are connected at once. */
const places = (most: number) => {
  const taken = new Map<string, number>()
  return {
    /** Takes a place and returns a function that gives it up; null if all are taken. */
    take(network: string): (() => void) | null {
      const count = taken.get(network) ?? 0
      if (count >= most) return null
      taken.set(network, count + 1)
      return () => {
        const left = taken.get(network)! - 1
        if (left > 0) taken.set(network, left)
        else taken.delete(network)
      }
    },
  }
}

/**
 * Serves news at `/live`: names of slices that have changed, to anyone who may read them, but never the data. The
 * session cookie identifies the listener, since event streams can't send headers. Without `wait` the answer is an event
 * stream. It begins with the event `open`, by which a browser can tell if a proxy holds the stream back; with `?mark=…`
 * it starts with the news since that mark. With `?wait=SECONDS&mark=…` it is a single answer, sent as soon as there is
 * news or the time is up (long polling). A stream ends when its sign-in ends, when the roles of its account change, and
 * with the process. The number of guests of one network who listen at once is limited.
 */
export const serveLive = (
  app: FastifyInstance,
  tools: { live: Live; traffic: Traffic; actorOf(cookies: string | undefined): Promise<Actor> },
): void => {
  const guests = places(guestStreams)
  app.get<{ Querystring: { wait?: string; mark?: string } }>('/live', async (request, reply) => {
    const { cookie } = request.headers
    const actor = await tools.actorOf(cookie)
    const leavePlace = actor.accountId === null ? guests.take(networkOf(request.ip)) : () => undefined
    if (!leavePlace)
      return reply
        .code(429)
        .header('retry-after', '60')
        .send({ error: { status: 'RESOURCE_EXHAUSTED', message: 'Too many live connections from this network.' } })
    const left = new Promise<void>(done => reply.raw.once('close', done))
    void left.then(leavePlace)
    const isOver = async () => {
      const now = await tools.actorOf(cookie)
      return now.accountId !== actor.accountId || now.area !== actor.area || String(now.roles) !== String(actor.roles)
    }
    const { wait, mark } = request.query
    if (wait !== undefined) {
      const news = tools.live.since(mark, actor)
      void reply.header('cache-control', 'no-store')
      if (news.slices.length > 0) return news
      await new Promise<void>(done => {
        const end = () => {
          clearTimeout(timer)
          leave()
          over()
          done()
        }
        const leave = tools.live.join({ actor, tell: end, doubt: end })
        const over = tools.traffic.stays(end)
        const timer = setTimeout(end, longPollWait(Number(wait || Number.NaN)) * 1000)
        void left.then(end)
      })
      // A listener who has signed out by now gets only what guests may know.
      return tools.live.since(news.mark, await tools.actorOf(cookie))
    }
    const raw = openLines(reply, 'text/event-stream')
    raw.write('retry: 1000\nevent: open\ndata: {}\n\n')
    const tell = (news: readonly Told[]) => {
      if (news.length > 0) raw.write(news.map(told => `data: ${JSON.stringify(told)}\n\n`).join(''))
    }
    // The changes since the page's first answers.
    if (mark !== undefined) tell(tools.live.since(mark, actor).slices.map(slice => ({ slice })))
    const leave = tools.live.join({
      actor,
      tell,
      // If the check fails, it is unknown whether the sign-in still holds, so the stream ends; clients that may listen
      // reconnect.
      doubt: () =>
        void isOver().then(
          over => over && raw.end(),
          () => raw.end(),
        ),
    })
    const beat = setInterval(() => raw.write(': \n\n'), heartbeatMs)
    const over = tools.traffic.stays(() => raw.end())
    void left.then(() => {
      clearInterval(beat)
      leave()
      over()
    })
  })
}
