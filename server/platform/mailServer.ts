import type { Transporter } from 'nodemailer'
import type { MailProblem } from '#contract/school/config.plain.ts'
import type { Db } from './db.ts'
import { connectOutside, PrivateAddress } from './outgoing.ts'

type From = string | { name: string; address: string }
/** A server that sends mails, and the sender of the mails. */
export type MailServer = {
  from: From
  /** True if the startup settings name it, so that no screen can change it. */
  isFixed: boolean
  open(): Promise<Transporter>
}

/**
 * Finds the server that currently sends the school's mails; null if mails are kept. Called for every mail in every
 * process, so that what the office saves takes effect at once.
 */
export type FindMailServer = (db: Db) => Promise<MailServer | null>

/** Sends nothing: for the demo and for tests. */
export const keepMails: FindMailServer = async () => null

/** The mail library is loaded for the first letter. */
const smtp = () => import('nodemailer')

const local = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** An SMTP address that requires TLS, unless the server is on this machine or the address sets `requireTLS` itself. */
export const overTls = (address: string): string => {
  const url = new URL(address)
  if (!local.has(url.hostname) && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true')
  return url.href
}

/** The server that the startup settings name, regardless of what the office has entered. */
export const sendThrough =
  (url: string, from: string): FindMailServer =>
  async () => ({ from, isFixed: true, open: async () => (await smtp()).createTransport(overTls(url)) })

/** On this port the connection begins with TLS; on others it upgrades to TLS. */
const tlsPort = 465
const answerMs = 15_000

/**
 * Opens a connection to a server that the office has entered. It must be a public address, and TLS is required unless
 * the server is on this machine.
 */
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

/** An error of a mail server or of the connection to it, as one line for the outbox. */
export const errorText = (error: unknown): string => {
  if (error instanceof PrivateAddress) return `EPRIVATE: ${error.message}`
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? `${error.code}: ${error.message}` : error.message
}

/** The outbox's error for a letter that may or may not have arrived. */
export const unsure = (why: string): string => `EUNSURE: ${why}`

/**
 * Returns a function that tells whether the server has begun to receive the text of the letter that this transport
 * sends.
 */
export const watchHandover = (transport: Transporter): (() => boolean) => {
  let isHandedOver = false
  transport.use('stream', ({ message }, done) => {
    const open = message.createReadStream.bind(message)
    message.createReadStream = options => {
      const stream = open(options)
      const pipe = stream.pipe.bind(stream)
      // The library pipes the text once the server has accepted the DATA command (RFC 5321).
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
/** The kind of problem behind an error kept in the outbox. */
export const problemOf = (error: string): MailProblem =>
  problems.find(([, pattern]) => pattern.test(error))?.[0] ?? 'other'
