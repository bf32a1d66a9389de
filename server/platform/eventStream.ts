import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Begins an answer that grows, under the same headers as every other. What is written to it is sent at once. */
export const openLines = (reply: FastifyReply, type: string): ServerResponse => {
  reply.hijack()
  const { raw } = reply
  // All at once: an answer that is given them one by one keeps each, as long as it is open.
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) headers[name] = value
  raw.writeHead(200, {
    ...headers,
    'content-type': type,
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  return raw
}
