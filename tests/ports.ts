import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Returns a port of this machine that was free a moment ago. It is below those that the system gives to outgoing
 * connections, so that a server that is stopped and started again finds it free.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 30_000)
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
