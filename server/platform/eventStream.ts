import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Begins an event stream under the same headers as every other answer. What is written to it is sent at once. */
export const openEventStream = (reply: FastifyReply): ServerResponse => {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return raw
}
