import type { Transporter } from 'nodemailer'
import type { MailProblem } from '#contract/school/config.plain.ts'
import type { Db } from './db.ts'
import { connectOutside, PrivateAddress } from './outgoing.ts'

type From = string | { name: string; address: string }
/** A server that sends mails, and who they are from. */
export type MailServer = {
  from: From
  /** Whether the settings of the start name it, so that no screen changes it. */
  isFixed: boolean
  open(): Promise<Transporter>
}

/**
 * The server that sends the school's mails now; null where they are kept. Asked for every mail, in every process, so
 * that what the office saves holds at once.
 */
export type FindMailServer = (db: Db) => Promise<MailServer | null>

/** Nothing leaves this machine: the demo, and tests. */
export const keepMails: FindMailServer = async () => null

/** What speaks to mail servers comes with the first letter. */
const smtp = () => import('nodemailer')

const local = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/**
 * The address of an SMTP server as letters go there: one that is not on this machine must speak TLS, unless its address
 * says otherwise.
 */
export const overTls = (address: string): string => {
  const url = new URL(address)
  if (!local.has(url.hostname) && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** The server that the start names, whatever the office has entered. */
export const sendThrough =
  (url: string, from: string): FindMailServer =>
  async () => ({ from, isFixed: true, open: async () => (await smtp()).createTransport(overTls(url)) })

/** On this port TLS comes first; on others the connection changes to it. */
const tlsPort = 465
const answerMs = 15_000

/** A connection to a server that the office has entered: on the internet, by TLS, unless it is on this machine. */
export const openEntered = async (
  { host, port, account }: { host: string; port: number; account: string },
  password: string,
): Promise<Transporter> =>
  (await smtp()).createTransport({
    host,
    port,
    secure: port === tlsPort,
    requireTLS: port !== tlsPort && !local.has(host),
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    ...(account !== '' && { auth: { user: account, pass: password } }),
    getSocket: (_options, done) => {
      connectOutside(host, port).then(
        connection => done(null, { connection }),
        (error: Error) => done(error),
      )
    },
  })

/** What a mail server, or the way to it, answered, in one line that the outbox keeps. */
export const errorText = (error: unknown): string => {
  if (error instanceof PrivateAddress) return `EPRIVATE: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? `${error.code}: ${error.message}` : error.message
}

/** What the outbox keeps of a letter of which nobody knows whether it arrived. */
export const unsure = (why: string): string => `EUNSURE: ${why}`

/** Answers how to ask whether a server has begun to take the text of the letter that this transport sends. */
export const watchHandover = (transport: Transporter): (() => boolean) => {
  let isHandedOver = false
  transport.use('stream', ({ message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = options => {
      const stream = open(options)
      const pipe = stream.pipe.bind(stream)
      // The library pipes the text once the server has said that it takes it (DATA, RFC 5321).
      stream.pipe = (...to) => {
        isHandedOver = true
        return pipe(...to)
      }
      return stream
    }
    done()
  })
  return () => isHandedOver
}

const problems: readonly (readonly [MailProblem, RegExp])[] = [
  ['unsure', /^EUNSURE/],
  ['private', /^EPRIVATE/],
  ['password', /^(EAUTH|ENOAUTH)/],
  ['tls', /^ETLS|certificate|STARTTLS|SSL|wrong version number/i],
  ['unknown', /ENOTFOUND|EAI_AGAIN|EDNS/],
  ['refused', /^(EENVELOPE|EMESSAGE)/],
  ['unreachable', /ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ESOCKET|EPIPE/],
]
/** Which of the usual things went wrong, from what the outbox keeps. */
export const problemOf = (error: string): MailProblem =>
  problems.find(([, pattern]) => pattern.test(error))?.[0] ?? 'other'
