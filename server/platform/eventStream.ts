import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Begins an answer that grows, under the same headers as every other. What is written to it is sent at once. */
export const openLines = (reply: FastifyReply, type: string): ServerResponse => {
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return raw
}
