import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served } from '#tests/served.ts'
import { hookSecret, signed, startCardProvider, type CardProvider, stripeKey } from '#server/demo/cardProvider.ts'
import { askCardsAt } from './provider.ts'

let s: SmallSchool
let stripe: CardProvider
let served: Served
beforeAll(async () => {
  stripe = await startCardProvider()
  askCardsAt(stripe.origin)
  s = await school()
  served = await serve(s)
  stripe.state.hookUrl = `${served.origin}/hooks/stripe`
})
afterAll(async () => {
  await served.close()
  await s.drop()
  await stripe.close()
})

const total = 58_400
const keep = (name: 'secretKey' | 'webhookSecret', secret: string | null) =>
  s.ida.call('cards-keepKey', { name, secret })
const switchOn = async () => {
  await keep('secretKey', stripeKey)
  await keep('webhookSecret', hookSecret)
  await s.ida.call('cards-switch', { isOn: true })
}
const annHome = () => s.annRegistration.householdId
const ledgerOf = async (householdId = annHome()) => (await s.ida.call('payments-ledger', { householdId }))[0]!
const start = async (chargeIds: string[] = []) => {
  const ledger = await ledgerOf()
  const chosen = ledger.open.filter(({ id }) => chargeIds.length === 0 || chargeIds.includes(id))
  const agreedCents = Math.min(
    chosen.reduce((sum, { openCents }) => sum + openCents, 0),
    ledger.owedCents - ledger.creditCents + ledger.returningCents,
  )
  // The amount offered on the button is the amount that the start accepts.
  if (chargeIds.length === 0)
    expect((await s.ann.call('cards-mine', {})).due).toEqual([{ householdId: annHome(), amountCents: agreedCents }])
  const { id } = await s.ann.call('cards-start', { householdId: annHome(), chargeIds, agreedCents })
  return { id, agreedCents, session: stripe.latest() }
}
const seen = (id: string) => s.ann.call('cards-checkout', { id })
const charge = async (description: string, amountCents: number, householdId = annHome()) => {
  const of = {
    audience: { kind: 'households' as const, householdIds: [householdId] },
    per: 'household' as const,
    kind: 'other' as const,
    description,
    amountCents,
    again: [],
    without: [],
  }
  await s.ida.call('payments-charge', {
    ...of,
    nativeDescription: '',
    dueOn: '2026-09-30',
    agreedCount: 1,
    agreedCents: amountCents,
  })
}
const cheque = (amountCents: number) =>
  s.ida.call('payments-record', {
    householdId: annHome(),
    method: 'cheque',
    amountCents,
    receivedOn: '2026-09-13',
    reference: '',
    payer: '',
  })
const mails = (to: string) =>
  rows<{ subject: string; text: string }>(
    s.database.db,
    sql`select subject, text from mails where "to" = ${to} order by queued_at, id`,
  )

describe('the card settings', () => {
  test('start empty, and families can’t pay by card yet', async () => {
    expect(await s.ida.call('cards-settings', {})).toMatchObject({
      isOn: false,
      keys: { secretKey: null, webhookSecret: null },
      isTest: null,
      hookUrl: 'http://localhost:3000/hooks/stripe',
      heardAt: null,
    })
    expect(await s.ann.call('cards-mine', {})).toEqual({ isOn: false, isTest: false, waiting: [], due: [] })
    expect((await s.ida.call('cards-test', {})).outcome).toBe('noKey')
    await expect(
      s.ann.call('cards-start', { householdId: annHome(), chargeIds: [], agreedCents: total }),
    ).rejects.toMatchObject({ details: { reason: 'CARDS_OFF' } })
    await expect(s.ida.call('cards-switch', { isOn: true })).rejects.toMatchObject({
      details: { reason: 'CARD_KEYS_MISSING' },
    })
  })
  test('store keys, show only their last characters, and keep them out of the audit log', async () => {
    for (const [secret, message] of [
      ['pk_test_abc', 'publickey'],
      ['hello', 'secretkey'],
    ])
      await expect(keep('secretKey', secret!)).rejects.toMatchObject({
        details: { fields: [{ path: 'secret', message }] },
      })
    await expect(keep('webhookSecret', stripeKey)).rejects.toMatchObject({
      details: { fields: [{ path: 'secret', message: 'hooksecret' }] },
    })
    expect(await keep('secretKey', ` ${stripeKey} `)).toEqual({ ending: '4242' })
    await keep('webhookSecret', hookSecret)
    expect(await s.ida.call('cards-settings', {})).toMatchObject({
      keys: { secretKey: '4242', webhookSecret: hookSecret.slice(-4) },
      isTest: true,
    })
    const told = await rows<{ text: string }>(
      s.database.db,
      sql`select coalesce(string_agg(a.input::text, ''), '') || (select coalesce(string_agg(o.answer::text, ''), '') from operations o) as text from audit_entries a`,
    )
    expect(told[0]!.text).not.toContain(stripeKey)
    expect(told[0]!.text).not.toContain(hookSecret)
  })
  test('can be tested: the account, its mode, currency and webhook', async () => {
    expect(await s.ida.call('cards-test', {})).toEqual({
      outcome: 'works',
      detail: '',
      account: 'Lakeside Chinese School',
      isTest: true,
      currency: 'USD',
      currencyFits: true,
      mayCharge: true,
      hook: 'missing',
    })
    stripe.hooks.push({
      url: 'http://localhost:3000/hooks/stripe',
      status: 'enabled',
      enabled_events: ['checkout.session.completed'],
    })
    stripe.state.currency = 'eur'
    expect(await s.ida.call('cards-test', {})).toMatchObject({
      currency: 'EUR',
      currencyFits: false,
      hook: 'incomplete',
    })
    stripe.hooks[0]!.enabled_events = ['*']
    stripe.state.currency = 'usd'
    expect((await s.ida.call('cards-test', {})).hook).toBe('ready')
    await keep('secretKey', 'sk_test_wrong')
    expect(await s.ida.call('cards-test', {})).toMatchObject({ outcome: 'wrongKey', account: '' })
    await keep('secretKey', stripeKey)
    stripe.state.isDown = true
    expect((await s.ida.call('cards-test', {})).outcome).toBe('unreachable')
    stripe.state.isDown = false
  })
  test('are for the office, and only full administrators change them', async () => {
    await switchOn()
    expect((await s.ida.call('cards-settings', {})).isOn).toBe(true)
    for (const somebody of [s.ann, s.tom]) {
      await expect(somebody.call('cards-settings', {})).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
      await expect(somebody.call('cards-switch', { isOn: false })).rejects.toMatchObject({
        details: { reason: 'ROLE_NEEDED' },
      })
    }
    // An officer with an area reads them, and can't change them.
    const before = await s.ida.call('cards-settings', {})
    for (const area of ['treasurer', 'registrar', 'auditor'] as const) {
      const officer = await s.officer(area)
      expect(await officer.call('cards-settings', {})).toEqual(before)
      const denied = { code: 'permission-denied', details: { reason: 'AREA_NEEDED' } }
      for (const secret of [stripeKey.replace('4242', '9999'), null])
        await expect(officer.call('cards-keepKey', { name: 'secretKey', secret })).rejects.toMatchObject(denied)
      await expect(officer.call('cards-keepKey', { name: 'webhookSecret', secret: null })).rejects.toMatchObject(denied)
      await expect(officer.call('cards-switch', { isOn: false })).rejects.toMatchObject(denied)
    }
    expect(await s.ida.call('cards-settings', {})).toEqual(before)
    expect(await s.ann.call('cards-mine', {})).toEqual({
      isOn: true,
      isTest: true,
      waiting: [],
      due: [{ householdId: annHome(), amountCents: total }],
    })
  })
})

describe('a card payment', () => {
  beforeEach(() => {
    stripe.state.isSlow = false
  })

  test('is refused for an amount other than the one shown, and for another family', async () => {
    await expect(
      s.ann.call('cards-start', { householdId: annHome(), chargeIds: [], agreedCents: 1 }),
    ).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED', totalCents: total } })
    await expect(
      s.bob.call('cards-start', { householdId: annHome(), chargeIds: [], agreedCents: total }),
    ).rejects.toMatchObject({ code: 'not-found' })
    // The office records payments that it receives; only the family itself pays by card.
    await expect(
      s.ida.call('cards-start', { householdId: annHome(), chargeIds: [], agreedCents: total }),
    ).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  })

  test('opens the provider’s page for the chosen charges, and only the webhook makes the receipt', async () => {
    const [first] = (await ledgerOf()).open
    const { id, agreedCents, session } = await start([first!.id])
    expect(agreedCents).toBe(first!.openCents)
    expect(session).toMatchObject({
      amount_total: first!.openCents,
      currency: 'usd',
      client_reference_id: id,
      success_url: `http://localhost:3000/paymenthistory?card=${id}&back=done`,
      title: 'School fees, Lakeside',
    })
    expect(await seen(id)).toMatchObject({ status: 'initiated', url: session.url, receiptId: null })
    await expect(s.bob.call('cards-checkout', { id })).rejects.toMatchObject({ code: 'not-found' })
    // The family's claim to have paid proves nothing.
    expect((await ledgerOf()).balanceCents).toBe(total)

    expect(await stripe.pay(session.id)).toBe(200)
    const done = await seen(id)
    expect(done).toMatchObject({ status: 'succeeded', url: '', receiptNumber: 'R-2026-00001' })
    const ledger = await ledgerOf()
    expect(ledger.balanceCents).toBe(total - agreedCents)
    expect(ledger.open.some(each => each.id === first!.id)).toBe(false)
    expect(ledger.entries.at(-1)).toMatchObject({
      kind: 'payment',
      method: 'card',
      amountCents: -agreedCents,
      reference: 'Visa ···· 4242',
      description: 'Ann Wang',
      receiptId: done.receiptId,
    })
    expect((await mails('ann@home.example')).at(-1)!.text).toContain('R-2026-00001')
  })

  test('counts once, no matter how often its webhook arrives', async () => {
    const before = await ledgerOf()
    const news = stripe.eventOf('checkout.session.completed', stripe.latest())
    expect(await Promise.all([stripe.deliver(news), stripe.deliver(news)])).toEqual([200, 200])
    expect(await stripe.tell('checkout.session.async_payment_succeeded', stripe.latest())).toBe(200)
    expect(await ledgerOf()).toEqual(before)
  })

  test('counts only if its webhook is recent and correctly signed by the provider', async () => {
    const { id, session } = await start()
    stripe.complete(session)
    const news = stripe.eventOf('checkout.session.completed', session)
    const old = signed(news, { at: Date.now() - 6 * 60_000 })
    expect(await stripe.deliver(news, signed(news, { secret: 'whsec_other' }))).toBe(400)
    expect(await stripe.deliver(news, old)).toBe(400)
    expect(await stripe.deliver(news.replace('usd', 'eur'), signed(news))).toBe(400)
    expect(await stripe.deliver(news, '')).toBe(400)
    expect((await seen(id)).status).toBe('initiated')
    expect((await s.ida.call('cards-settings', {})).refusedAt).not.toBeNull()
    // Events about other things in the same account are accepted and change nothing.
    expect(
      await stripe.tell('checkout.session.completed', { ...session, id: 'cs_other', client_reference_id: '' }),
    ).toBe(200)
    expect((await seen(id)).status).toBe('initiated')
  })

  test('of another amount or currency isn’t booked, and the office is told', async () => {
    await s.ida.call('config-change', {
      name: 'Lakeside',
      nativeName: '湖畔',
      tagline: '',
      about: '',
      zone: 'America/New_York',
      currency: 'USD',
      email: 'office@school.example',
      phone: '',
      address: '',
    })
    const before = await ledgerOf()
    for (const [over, told] of [
      [{ amount_total: 100 }, '$1.00'],
      [{ currency: 'eur' }, '€324.00'],
    ] as const) {
      const { id, session } = await start()
      stripe.complete(session)
      await stripe.tell('checkout.session.completed', { ...session, ...over })
      expect(await seen(id)).toMatchObject({ status: 'failed', failure: 'mismatch' })
      expect(await ledgerOf()).toEqual(before)
      expect((await mails('office@school.example')).at(-1)!.text).toContain(told)
    }
  })

  test('closes the page of an earlier attempt, so that nothing is paid twice', async () => {
    const first = await start()
    const second = await start()
    expect(stripe.sessions.get(first.session.id)!.status).toBe('expired')
    expect((await seen(first.id)).status).toBe('expired')
    await stripe.tell('checkout.session.expired', stripe.sessions.get(second.session.id)!)
    expect((await seen(second.id)).status).toBe('expired')
  })

  test('waits for a slow bank, which can still decline it', async () => {
    stripe.state.isSlow = true
    const { id, session } = await start()
    await stripe.pay(session.id)
    expect((await s.ann.call('cards-mine', {})).waiting.map(each => each.id)).toEqual([id])
    expect((await s.bob.call('cards-mine', {})).waiting).toEqual([])
    await stripe.settle(session.id, false)
    expect(await seen(id)).toMatchObject({ status: 'failed', failure: 'declined' })
    expect((await s.ann.call('cards-mine', {})).waiting).toEqual([])
  })

  test('accepts webhooks in any order, and becomes credit if the charges were paid before it', async () => {
    stripe.state.isSlow = true
    const { session, agreedCents } = await start()
    stripe.complete(session)
    const early = stripe.eventOf('checkout.session.completed', session)
    await cheque(agreedCents)
    await stripe.settle(session.id, true)
    await stripe.deliver(early)
    const ledger = await ledgerOf()
    expect(ledger).toMatchObject({ owedCents: 0, creditCents: agreedCents, balanceCents: -agreedCents })
  })

  test('fails with the reason if the provider opens no page', async () => {
    await charge('Trip', 20)
    // Less is due than there is credit, so there is nothing to pay.
    await expect(
      s.ann.call('cards-start', { householdId: annHome(), chargeIds: [], agreedCents: 20 }),
    ).rejects.toMatchObject({ details: { reason: 'PREVIEW_CHANGED' } })
    const [bobs] = await s.bob.call('payments-ledger', {})
    const ask = { householdId: bobs!.householdId, chargeIds: [], agreedCents: bobs!.balanceCents }
    stripe.state.isDown = true
    const lost = await s.bob.call('cards-start', ask)
    stripe.state.isDown = false
    expect(await s.bob.call('cards-checkout', { id: lost.id })).toMatchObject({
      status: 'failed',
      failure: 'unreachable',
    })
    await keep('secretKey', 'sk_test_wrong')
    const wrong = await s.bob.call('cards-start', ask)
    expect(await s.bob.call('cards-checkout', { id: wrong.id })).toMatchObject({ status: 'failed', failure: 'refused' })
    await keep('secretKey', stripeKey)
  })
})

describe('a refund to a card', () => {
  beforeEach(() => {
    stripe.state.refund = 'succeeded'
  })

  const queue = async () => (await s.ida.call('payments-refunds', {})).rows
  const move = (id: string, to: 'approved' | 'sent' | 'settled' | 'failed', method?: 'card' | 'cheque') =>
    s.ida.call('payments-moveRefund', {
      id,
      to,
      reference: '',
      note: to === 'failed' ? 'No' : '',
      ...(method && { method }),
    })
  const ask = async (amountCents: number) => {
    await s.ann.call('payments-requestRefund', { householdId: annHome(), amountCents })
    return (await queue()).find(each => each.paidBy === 'card' && each.status === 'requested')!
  }

  test('goes back to the same card once, and the family is told', async () => {
    const refund = await ask(5000)
    expect(refund).toMatchObject({ method: 'card', paidReference: 'Visa ···· 4242', amountCents: 5000 })
    const before = await ledgerOf()
    await move(refund.id, 'approved')
    await move(refund.id, 'sent', 'card')
    const sent = stripe.refunds.at(-1)!
    expect(sent).toMatchObject({ amount: 5000, metadata: { refund: refund.id } })
    const after = await ledgerOf()
    expect(after.balanceCents).toBe(before.balanceCents + 5000)
    expect(after.refunds.find(({ id }) => id === refund.id)!.status).toBe('settled')
    expect((await mails('ann@home.example')).at(-1)!.text).toContain('Visa ···· 4242')
    const count = (await mails('ann@home.example')).length
    await stripe.tell('refund.created', sent)
    await stripe.tell('refund.updated', sent)
    expect(await ledgerOf()).toEqual(after)
    expect((await mails('ann@home.example')).length).toBe(count)
    expect(stripe.refunds).toHaveLength(1)
  })

  test('can’t be moved by hand while it is pending, and can fail even after it settled', async () => {
    stripe.state.refund = 'pending'
    const refund = await ask(4000)
    await move(refund.id, 'approved')
    await move(refund.id, 'sent', 'card')
    for (const to of ['settled', 'failed'] as const)
      await expect(move(refund.id, to)).rejects.toMatchObject({ details: { reason: 'MOVE_NOT_ALLOWED' } })
    const stateOf = async () => (await ledgerOf()).refunds.find(({ id }) => id === refund.id)!.status
    const made = stripe.refunds.at(-1)!
    await stripe.tell('refund.updated', { ...made, status: 'succeeded' })
    expect(await stateOf()).toBe('settled')
    const credit = (await ledgerOf()).creditCents
    await stripe.tell('refund.failed', { ...made, status: 'failed', failure_reason: 'lost_or_stolen_card' })
    expect(await stateOf()).toBe('failed')
    const ledger = await ledgerOf()
    expect(ledger.creditCents).toBe(credit + 4000)
    expect(ledger.entries.find(({ kind }) => kind === 'return')).toMatchObject({
      amountCents: -4000,
      method: 'card',
      cause: 'refund-returned',
      description: '',
    })
    expect(ledger.refunds.find(({ id }) => id === refund.id)).toMatchObject({
      failureCause: 'refund-returned',
      failure: 'lost or stolen card',
    })
  })

  test('becomes credit again if the provider refuses it', async () => {
    const refund = await ask(3000)
    await move(refund.id, 'approved')
    await keep('secretKey', 'sk_test_wrong')
    const before = await ledgerOf()
    await move(refund.id, 'sent', 'card')
    await keep('secretKey', stripeKey)
    expect((await ledgerOf()).refunds.find(({ id }) => id === refund.id)).toMatchObject({
      status: 'failed',
      failureCause: 'refund-refused',
    })
    expect((await ledgerOf()).balanceCents).toBe(before.balanceCents)
  })

  test('is retried after the provider was unreachable, and never made twice', async () => {
    const refund = await ask(2000)
    await move(refund.id, 'approved')
    stripe.state.isDown = true
    await expect(move(refund.id, 'sent', 'card')).rejects.toThrow()
    stripe.state.isDown = false
    const made = stripe.refunds.length
    const { refundLeft } = await import('./jobs.ts')
    const again = () =>
      refundLeft.run(
        {},
        {
          database: s.database,
          signal: AbortSignal.timeout(10_000),
          settings: s.settings,
          now: s.clock.now,
          enqueue: s.jobs.enqueue,
          touch: async () => undefined,
        },
      )
    await again()
    await again()
    expect(stripe.refunds.length).toBe(made + 1)
    expect((await ledgerOf()).refunds.find(({ id }) => id === refund.id)!.status).toBe('settled')
  })

  test('can go by another method, but no other payment can be refunded to a card', async () => {
    const refund = await ask(1000)
    await move(refund.id, 'approved')
    await move(refund.id, 'sent', 'cheque')
    await move(refund.id, 'settled')
    const made = stripe.refunds.length
    await cheque(1500)
    await s.ida.call('payments-requestRefund', { householdId: annHome(), amountCents: 1500 })
    const other = (await queue()).find(each => each.paidBy === 'cheque')!
    await move(other.id, 'approved')
    await expect(move(other.id, 'sent', 'card')).rejects.toMatchObject({
      details: { fields: [{ path: 'method', message: 'invalid' }] },
    })
    expect(stripe.refunds.length).toBe(made)
  })

  test('that was made on the provider’s own site books nothing, and the office is told', async () => {
    const [payment] = await rows<{ intent: string }>(
      s.database.db,
      sql`select intent_id as intent from card_checkouts where payment_id is not null limit 1`,
    )
    const foreign = {
      id: 're_foreign',
      amount: 700,
      status: 'succeeded',
      payment_intent: payment!.intent,
      metadata: {},
    }
    const before = await ledgerOf()
    await stripe.tell('refund.created', foreign)
    expect(await ledgerOf()).toEqual(before)
    expect((await mails('office@school.example')).at(-1)!.subject).toContain('$7.00')
  })
})

describe('a disputed card payment', () => {
  test('is reversed when the money is withdrawn, and restored when it is reinstated', async () => {
    const [bobs] = await s.bob.call('payments-ledger', {})
    const { householdId, balanceCents } = bobs!
    const { id } = await s.bob.call('cards-start', { householdId, chargeIds: [], agreedCents: balanceCents })
    const session = stripe.latest()
    await stripe.pay(session.id)
    expect((await ledgerOf(householdId)).balanceCents).toBe(0)
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      amount: balanceCents,
      reason: 'fraudulent',
      payment_intent: session.payment_intent,
    }
    await stripe.tell('charge.dispute.funds_withdrawn', { ...dispute, amount: 1 })
    expect((await ledgerOf(householdId)).balanceCents).toBe(0)
    await stripe.tell('charge.dispute.funds_withdrawn', dispute)
    expect((await ledgerOf(householdId)).balanceCents).toBe(balanceCents)
    expect((await ledgerOf(householdId)).entries.at(-1)).toMatchObject({
      kind: 'reversal',
      cause: 'disputed',
      description: '',
    })
    await stripe.tell('charge.dispute.funds_withdrawn', dispute)
    expect((await ledgerOf(householdId)).balanceCents).toBe(balanceCents)
    await stripe.tell('charge.dispute.funds_reinstated', dispute)
    expect((await ledgerOf(householdId)).balanceCents).toBe(0)
    expect((await s.bob.call('cards-checkout', { id })).receiptNumber).not.toBeNull()
  })
})
