import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type TestMailServer = {
  port: number
  /** What has come, in order. */
  received: Email[]
  /** Once the next one has come. */
  next(): Promise<void>
  close(): Promise<void>
}

/**
 * A mail server on this machine; with an account it takes mails from that alone. `beforeAnswer` runs when it has a mail
 * whole and has not said so yet; it says so as late as `delayMs` says.
 */
export const openMailServer = async (
  account?: { user: string; pass: string },
  { beforeAnswer, delayMs = 0 }: { beforeAnswer?: () => void; delayMs?: number } = {},
): Promise<TestMailServer> => {
  const received: Email[] = []
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.pass
        ? done(null, { user: username })
        : done(new Error('The password is not right')),
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(mail => {
          received.push(mail)
          beforeAnswer?.()
          for (const tell of waiting.splice(0)) tell()
          setTimeout(done, delayMs)
        })
      })
    },
  })
  await new Promise<void>(ready => void server.listen(0, '127.0.0.1', ready))
  const { port } = server.server.address() as AddressInfo
  const next = () => new Promise<void>(done => waiting.push(done))
  return { port, received, next, close: () => new Promise<void>(done => server.close(done)) }
}
