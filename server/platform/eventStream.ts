import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Begins a streamed answer with the same headers as every other answer. Whatever is written to it is sent at once. */
export const openLines = (reply: FastifyReply, type: string): ServerResponse => {
  reply.hijack()
  const { raw } = reply
  // Pass all headers in one call: set one by one, the response would keep each of them as long as it is open.
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
