import type { ServerResponse } from 'node:http'
import { Server, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Stop = {
  /** Answers under way are waited for so long at most. */
  limitMs: number
  /** So long a connection without an answer under way is left open, as a call may be on its way there. */
  lingerMs: number
  /** Whether others listen on the same port, who take all new connections from now on. */
  isShared: boolean
}
/** What is being answered just now, so that a stop can wait for it. */
export type Traffic = {
  /** True from the moment at which a stop has begun. */
  isClosing(): boolean
  /** Counts an answer until it has been given or its reader has gone. */
  count(answer: ServerResponse): void
  /** Counts something that stays open, and ends it when a stop begins. Answers how to say that it is over. */
  stays(end: () => void): () => void
  /** How many stay open. */
  staying(): number
  /** Begins a stop: ends what stays open and waits for the answers under way. */
  drain(stop: Stop): Promise<void>
}

/** Nothing is answered yet by this server; `localhost` may have a further one for each of its addresses. */
export const openTraffic = (main: Server): Traffic => {
  const answers = new Set<ServerResponse>()
  const servers = new Set([main])
  const connections = new Set<Socket>()
  const open = new Set<() => void>()
  let isClosing = false
  let hasLingered = false
  let done: (() => void) | undefined
  const look = () => {
    if (answers.size === 0 && (hasLingered || connections.size === 0)) done?.()
  }
  const connected = (socket: Socket) => {
    if (connections.has(socket)) return
    connections.add(socket)
    socket.once('close', () => {
      connections.delete(socket)
      look()
    })
  }
  main.on('connection', connected)
  return {
    isClosing: () => isClosing,
    count(answer) {
      answers.add(answer)
      const socket = answer.req.socket as Socket & { server?: Server }
      // A request that was made up inside of the process has none.
      if (socket instanceof Socket) connected(socket)
      if (socket.server) servers.add(socket.server)
      answer.once('close', () => {
        answers.delete(answer)
        look()
      })
    },
    stays(end) {
      open.add(end)
      // What opens while a stop is under way ends as soon as it is open.
      if (isClosing) queueMicrotask(end)
      return () => void open.delete(end)
    },
    staying: () => open.size,
    async drain({ limitMs, lingerMs, isShared }) {
      isClosing = true
      // The way of an HTTP server also ends connections that seem idle, although a call may be on its way there.
      if (isShared) for (const server of servers) Server.prototype.close.call(server)
      for (const end of open) end()
      const patience = new AbortController()
      const within = (ms: number) => pause(ms, undefined, { signal: patience.signal }).catch(() => undefined)
      const empty = new Promise<void>(resolve => (done = resolve))
      void within(lingerMs).then(() => {
        hasLingered = true
        look()
      })
      look()
      await Promise.race([empty, within(limitMs)])
      patience.abort()
    },
  }
}
