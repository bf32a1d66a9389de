import type { CardTest } from '#contract/money/cards.ts'
import { cardEvents } from '#contract/money/cards.ts'
import type { Language } from '#contract/values.ts'

/** The provider's API endpoint; its own address unless the start sets another. */
let api: { protocol?: 'http' | 'https'; host?: string; port?: number } = {}
/** Sets the API endpoint of the card provider at startup; undefined means its own address. */
export const askCardsAt = (url: string | undefined): void => {
  api = {}
  if (!url) return
  const { protocol, hostname, port } = new URL(url)
  const isOpen = protocol === 'http:'
  api = { protocol: isOpen ? 'http' : 'https', host: hostname, port: Number(port) || (isOpen ? 80 : 443) }
}

// The library is large, and most schools don't need it.
const library = async () => (await import('stripe')).default
const accountOf = async (key: string) =>
  new (await library())(key, { ...api, timeout: 10_000, maxNetworkRetries: 1, telemetry: false })

export type Refusal = { why: 'wrongKey' | 'mayNot' | 'unreachable' | 'refused'; detail: string }
/** The provider's answer, or why there is none. */
export type Answer<T> = ({ ok: true } & T) | ({ ok: false } & Refusal)

const whys: Record<string, Refusal['why']> = {
  StripeAuthenticationError: 'wrongKey',
  StripePermissionError: 'mayNot',
  StripeConnectionError: 'unreachable',
  StripeAPIError: 'unreachable',
  StripeRateLimitError: 'unreachable',
}
const answer = async <T extends object>(ask: () => Promise<T>): Promise<Answer<T>> => {
  try {
    return { ok: true, ...(await ask()) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const type = 'type' in error && typeof error.type === 'string' ? error.type : ''
    if (!type.startsWith('Stripe')) throw error
    return { ok: false, why: whys[type] ?? 'refused', detail: error.message }
  }
}

/** True for a key that moves no money. */
export const isTestKey = (key: string): boolean => /^[sr]k_test_/.test(key)

/**
 * Whether the provider is set up to send the required events to this address; `unknown` where the key isn't allowed to
 * ask.
 */
const hookOf = async (key: string, hookUrl: string): Promise<CardTest['hook']> => {
  const stripe = await accountOf(key)
  const found = await answer(async () => ({ hooks: (await stripe.webhookEndpoints.list({ limit: 100 })).data }))
  if (!found.ok) return 'unknown'
  const ours = found.hooks.filter(({ url, status }) => url === hookUrl && status === 'enabled')
  if (ours.length === 0) return 'missing'
  const told = new Set<string>(ours.flatMap(each => each.enabled_events))
  return told.has('*') || cardEvents.every(each => told.has(each)) ? 'ready' : 'incomplete'
}

type Account = { account: string; currency: string; mayCharge: boolean; hook: CardTest['hook'] }
/** The account that a key belongs to. */
export const findAccount = (key: string, hookUrl: string): Promise<Answer<Account>> =>
  answer(async () => {
    const found = await (await accountOf(key)).accounts.retrieveCurrent()
    return {
      account: found.settings?.dashboard.display_name || found.business_profile?.name || found.email || found.id,
      currency: (found.default_currency ?? '').toUpperCase(),
      mayCharge: found.charges_enabled,
      hook: await hookOf(key, hookUrl),
    }
  })

type ToOpen = {
  id: string
  amountCents: number
  currency: string
  /** The title that the payer reads on the provider's page. It names no child. */
  title: string
  email: string
  language: Language
  backTo: string
}
/** Opens the provider's page for a payment; asking again returns the same page. */
export const openPage = (key: string, of: ToOpen): Promise<Answer<{ sessionId: string; url: string }>> =>
  answer(async () => {
    const session = await (
      await accountOf(key)
    ).checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: of.id,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: of.currency.toLowerCase(),
              unit_amount: of.amountCents,
              product_data: { name: of.title },
            },
          },
        ],
        payment_intent_data: { description: of.title, metadata: { checkout: of.id } },
        ...(of.email && { customer_email: of.email }),
        locale: of.language,
        success_url: `${of.backTo}?card=${of.id}&back=done`,
        cancel_url: `${of.backTo}?card=${of.id}&back=left`,
      },
      { idempotencyKey: `checkout-${of.id}` },
    )
    return { sessionId: session.id, url: session.url ?? '' }
  })

/** Closes a page that is no longer needed; false where it can't be closed because it was used. */
export const closePage = async (key: string, sessionId: string): Promise<boolean> => {
  const stripe = await accountOf(key)
  const closed = await answer(async () => ({ session: await stripe.checkout.sessions.expire(sessionId) }))
  return closed.ok && closed.session.status === 'expired'
}

const signs: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  unionpay: 'UnionPay',
  jcb: 'JCB',
  diners: 'Diners Club',
}
/** A recognizable label of a payment's card, such as "Visa ···· 4242"; '' where the provider gives none. */
export const findCard = async (key: string, intentId: string): Promise<string> => {
  const stripe = await accountOf(key)
  const found = await answer(async () => {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    return { details: typeof charge === 'object' ? (charge?.payment_method_details ?? null) : null }
  })
  if (!found.ok || !found.details) return ''
  const { card, us_bank_account: bank, sepa_debit: debit } = found.details
  if (card) return `${signs[card.brand ?? ''] ?? ''} ···· ${card.last4 ?? ''}`.trim()
  const account = bank?.last4 ?? debit?.last4
  return account ? `${bank?.bank_name ?? ''} ···· ${account}`.trim() : ''
}

type Refunded = { providerId: string; status: string; failure: string }
/** Refunds money of a payment the way it came. A refund that was requested before is found and not made again. */
export const refundPayment = (
  key: string,
  of: { refundId: string; intentId: string; amountCents: number },
): Promise<Answer<Refunded>> =>
  answer(async () => {
    const stripe = await accountOf(key)
    const before = await stripe.refunds.list({ payment_intent: of.intentId, limit: 100 })
    const made =
      before.data.find(({ metadata }) => metadata?.['refund'] === of.refundId) ??
      (await stripe.refunds.create(
        { payment_intent: of.intentId, amount: of.amountCents, metadata: { refund: of.refundId } },
        { idempotencyKey: `refund-${of.refundId}` },
      ))
    return { providerId: made.id, status: made.status ?? '', failure: made.failure_reason ?? '' }
  })

/** The maximum age of a signature on arrival, in seconds. */
const toleranceSeconds = 300
/** An event of the provider, if it is signed with this secret and recent; null for anything else. */
export const readNews = async (body: Buffer, signature: string, secret: string) => {
  const { webhooks } = await library()
  try {
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds)
  } catch {
    return null
  }
}
export type News = NonNullable<Awaited<ReturnType<typeof readNews>>>
