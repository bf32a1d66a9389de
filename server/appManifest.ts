import type { FastifyInstance } from 'fastify'
import type { Output } from '#contract/index.ts'
import type { Door } from '#server/door.ts'
import { guest } from '#server/platform/actor.ts'

/** Phones cut longer names off below the icon. In characters. */
const shortName = 12

/**
 * Serves `/manifest.webmanifest`, with which people can put the school on their Home Screen as an app. iPhones require
 * that before they show notifications.
 */
export const serveManifest = (app: FastifyInstance, { door }: { door: Pick<Door, 'call'> }): void => {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { school } = (await door.call({
      name: 'config-get',
      data: {},
      actor: guest,
      address: '',
    })) as Output<'config-get'>
    const name = school?.name ?? 'Lantern'
    const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send({
        id: '/dashboard/',
        name,
        short_name: name.length > shortName ? 'Lantern' : name,
        start_url: '/dashboard/',
        scope: '/',
        display: 'standalone',
        background_color: '#14463A',
        theme_color: '#14463A',
        icons: [icon(192), { ...icon(512), purpose: 'any maskable' }],
      })
  })
}
