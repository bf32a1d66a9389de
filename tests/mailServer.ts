import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type TestMailServer = {
  port: number
  /** The emails received so far, in order. */
  received: Email[]
  /** Resolves when the next email arrives. */
  next(): Promise<void>
  close(): Promise<void>
}

/**
 * A mail server on this machine. With an account it accepts emails only from that account. `beforeAnswer` runs after an
 * email was received and before it is acknowledged. Each acknowledgment is delayed by `delayMs` milliseconds. Emails to
 * the address `unknown` are refused.
 */
export const openMailServer = async (
  account?: { user: string; pass: string },
  { beforeAnswer, delayMs = 0, unknown }: { beforeAnswer?: () => void; delayMs?: number; unknown?: string } = {},
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
    onRcptTo: ({ address }, _session, done) =>
      address === unknown ? done(Object.assign(new Error('No such person here'), { responseCode: 550 })) : done(),
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
