import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { cardEvents } from '#contract/money/cards.ts'
import { cardPage } from './cardPage.ts'

/** The key and the webhook secret of the stand-in's account. */
export const stripeKey = 'sk_test_lantern4242'
export const hookSecret = 'whsec_lantern_standin'

type Session = {
  id: string
  object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  client_reference_id: string
  success_url: string
  cancel_url: string
  locale: string
  title: string
}
type Refund = {
  id: string
  object: 'refund'
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  failure_reason: string | null
  payment_intent: string
  metadata: Record<string, string>
}
type EventType = (typeof cardEvents)[number]
type Reply = { status: number; body: object }

const id = (prefix: string): string => `${prefix}_${randomBytes(8).toString('hex')}`
const refusal = (status: number, type: string, message: string, code?: string): Reply => ({
  status,
  body: { error: { type, message, ...(code && { code }) } },
})

/** The signature header for a body at an instant, in the provider's format. */
export const signed = (body: string, { secret = hookSecret, at = Date.now() } = {}): string => {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

type Options = {
  /** The address of its pages if another server shows them (`page`); the session id is appended. */
  pagesAt?: string
  /** How its webhooks reach the school; by default by HTTP to `state.hookUrl`. Returns the status. */
  send?: (body: string, signature: string) => Promise<number>
}

/**
 * A local stand-in for the card provider, for the demo and the tests: the few calls that Lantern makes, its payment
 * page with a button, and webhooks signed like real ones. Tests can set what it refuses and how slow its bank is. It
 * keeps everything in memory.
 */
export const startCardProvider = async ({ pagesAt, send }: Options = {}) => {
  const sessions = new Map<string, Session>()
  const refunds: Refund[] = []
  const answered = new Map<string, Reply>()
  const hooks: { url: string; status: 'enabled'; enabled_events: string[] }[] = []
  const state = {
    /** Where webhooks go; if empty, none are sent automatically. */
    hookUrl: '',
    /** The initial status of a refund. */
    refund: 'succeeded' as Refund['status'],
    /** True if the bank answers days later. */
    isSlow: false,
    /** True if it answers nothing at all. */
    isDown: false,
    currency: 'usd',
    /** The calls that were really carried out, once for each time. */
    done: [] as string[],
  }

  const eventOf = (type: EventType, object: object): string =>
    JSON.stringify({ id: id('evt'), object: 'event', type, created: 0, livemode: false, data: { object } })
  /** Sends a webhook and returns the response status. */
  const post = async (body: string, signature: string): Promise<number> =>
    (
      await fetch(state.hookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body,
        signal: AbortSignal.timeout(20_000),
      })
    ).status
  const deliver = (body: string, signature = signed(body)): Promise<number> => (send ?? post)(body, signature)
  const tell = (type: EventType, object: object): Promise<number> => deliver(eventOf(type, object))

  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Completes a session as a family does on the page: the money is on its way or has arrived. */
  const complete = (session: Session): void => {
    session.status = 'complete'
    session.payment_intent ??= id('pi')
    session.payment_status = state.isSlow ? 'unpaid' : 'paid'
  }
  const pay = async (sessionId: string): Promise<number> => {
    const session = sessions.get(sessionId)!
    complete(session)
    return tell('checkout.session.completed', session)
  }
  /** The bank of a slow payment has decided. */
  const settle = async (sessionId: string, isGood: boolean): Promise<number> => {
    const session = sessions.get(sessionId)!
    if (isGood) session.payment_status = 'paid'
    return tell(isGood ? 'checkout.session.async_payment_succeeded' : 'checkout.session.async_payment_failed', session)
  }
  const ofIntent = (intent: string) => [...sessions.values()].find(each => each.payment_intent === intent)

  const makeSession = (form: URLSearchParams): Reply => {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    if (amount < 50)
      return refusal(400, 'invalid_request_error', 'The amount is below the minimum.', 'amount_too_small')
    const sessionId = id('cs_test')
    const session: Session = {
      id: sessionId,
      object: 'checkout.session',
      url: `${pagesAt ?? `${origin()}/pay`}/${sessionId}`,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      client_reference_id: form.get('client_reference_id') ?? '',
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      locale: form.get('locale') ?? '',
      title: form.get('line_items[0][price_data][product_data][name]') ?? '',
    }
    sessions.set(sessionId, session)
    return { status: 200, body: session }
  }
  const makeRefund = (form: URLSearchParams): Reply => {
    const intent = form.get('payment_intent') ?? ''
    const amount = Number(form.get('amount'))
    const gone = refunds.filter(each => each.payment_intent === intent && each.status !== 'failed')
    const left = (ofIntent(intent)?.amount_total ?? 0) - gone.reduce((sum, each) => sum + each.amount, 0)
    if (amount > left)
      return refusal(400, 'invalid_request_error', 'Refund amount is greater than what is left on the charge.')
    const refund: Refund = {
      id: id('re'),
      object: 'refund',
      amount,
      status: state.refund,
      failure_reason: null,
      payment_intent: intent,
      metadata: { refund: form.get('metadata[refund]') ?? '' },
    }
    refunds.push(refund)
    return { status: 200, body: refund }
  }
  const account = {
    id: 'acct_lantern',
    object: 'account',
    email: 'treasurer@lakeside.example',
    charges_enabled: true,
    settings: { dashboard: { display_name: 'Lakeside Chinese School' } },
  }
  const list = (data: object[]): Reply => ({ status: 200, body: { object: 'list', data, has_more: false, url: '' } })

  const act = (method: string, url: URL, form: URLSearchParams): Reply => {
    const parts = url.pathname.split('/').slice(2)
    const call = `${method} ${parts.map(part => (/_[0-9a-f]{16}$/.test(part) ? '*' : part)).join('/')}`
    state.done.push(call)
    switch (call) {
      case 'GET account':
        return { status: 200, body: { ...account, default_currency: state.currency } }
      case 'GET webhook_endpoints':
        return list(hooks)
      case 'POST checkout/sessions':
        return makeSession(form)
      case 'POST checkout/sessions/*/expire': {
        const session = sessions.get(parts[2]!)
        if (session?.status !== 'open')
          return refusal(400, 'invalid_request_error', 'Only open sessions can be expired.')
        session.status = 'expired'
        return { status: 200, body: session }
      }
      case 'GET payment_intents/*': {
        const card = { brand: 'visa', last4: '4242' }
        const charge = { id: 'ch_1', object: 'charge', payment_method_details: { type: 'card', card } }
        return { status: 200, body: { id: parts[1], object: 'payment_intent', latest_charge: charge } }
      }
      case 'GET refunds':
        return list(refunds.filter(each => each.payment_intent === url.searchParams.get('payment_intent')))
      case 'POST refunds':
        return makeRefund(form)
      default:
        return refusal(404, 'invalid_request_error', `Unrecognized request URL (${call})`)
    }
  }

  const api = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (state.isDown) {
      response.destroy()
      return
    }
    const url = new URL(request.url ?? '/', origin())
    const isKnown = request.headers.authorization === `Bearer ${stripeKey}`
    const idempotency = String(request.headers['idempotency-key'] ?? '')
    const before = idempotency === '' ? undefined : answered.get(idempotency)
    const reply = isKnown
      ? (before ?? act(request.method ?? '', url, new URLSearchParams(Buffer.concat(chunks).toString())))
      : refusal(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****.')
    if (idempotency !== '' && isKnown && reply.status < 500) answered.set(idempotency, reply)
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  }
  /**
   * The page on which families pay, and the action of its button: HTML, or an address to redirect to, which is also the
   * result for a session that is no longer open. Null for an unknown session.
   */
  const page = async (sessionId: string, isPaid: boolean): Promise<{ html: string } | { location: string } | null> => {
    const session = sessions.get(sessionId)
    if (session?.status !== 'open') return session ? { location: session.success_url } : null
    if (!isPaid) return { html: cardPage(session) }
    await pay(session.id)
    return { location: session.success_url }
  }
  const showPage = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const shown = await page(request.url?.split('/')[2] ?? '', request.method === 'POST')
    if (!shown) response.writeHead(404).end()
    else if ('location' in shown) response.writeHead(303, { location: shown.location }).end()
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html)
  }
  const server = createServer((request, response) => {
    void (request.url?.startsWith('/pay/') ? showPage(request, response) : api(request, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    origin: origin(),
    state,
    hooks,
    sessions,
    refunds,
    /** The page opened last. */
    latest: (): Session => [...sessions.values()].at(-1)!,
    eventOf,
    deliver,
    page,
    tell,
    pay,
    complete,
    settle,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type CardProvider = Awaited<ReturnType<typeof startCardProvider>>
