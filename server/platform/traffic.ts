import type { ServerResponse } from 'node:http'
import { Server, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Stop = {
  /** The maximum time in milliseconds to wait for answers under way. */
  limitMs: number
  /**
   * Milliseconds for which a connection without an answer under way is left open, because a request may be on its way.
   */
  lingerMs: number
  /** True if other processes listen on the same port and take all new connections from now on. */
  isShared: boolean
}
/** Tracks the answers under way, so that a stop can wait for them. */
export type Traffic = {
  /** True once a stop has begun. */
  isClosing(): boolean
  /** Counts an answer until it is complete or its reader is gone. */
  count(answer: ServerResponse): void
  /**
   * Registers a long-lived answer, such as an event stream, and calls `end` when a stop begins. Returns a function that
   * unregisters it.
   */
  stays(end: () => void): () => void
  /** The number of long-lived answers. */
  staying(): number
  /** Begins a stop: ends the long-lived answers and waits for the others. */
  drain(stop: Stop): Promise<void>
}

/** Tracks the traffic of a server. For `localhost` there may be a further server for each of its addresses. */
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
      // A request injected from inside the process has no socket.
      if (socket instanceof Socket) connected(socket)
      if (socket.server) servers.add(socket.server)
      answer.once('close', () => {
        answers.delete(answer)
        look()
      })
    },
    stays(end) {
      open.add(end)
      // What opens during a stop is ended right after it opens.
      if (isClosing) queueMicrotask(end)
      return () => void open.delete(end)
    },
    staying: () => open.size,
    async drain({ limitMs, lingerMs, isShared }) {
      isClosing = true
      // The HTTP server's own `close` would also end connections that seem idle, although a request may be on its way.
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
