/**
 * A server on loopback that behaves like Stripe's API, with its own data, and records each call that Stripe
 * would reject.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Call, readCall } from './requests.ts'

export const SECRET_KEY = 'sk_test_standin'
export const WEBHOOK_SECRET = 'whsec_platform'
export const CONNECT_SECRET = 'whsec_connect'
/** Numbers of bank accounts that begin so are the same account for everybody who enters them. */
export const SHARED_BANKS = '0002222222'
const VERSION = '2026-10-28.endive'

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, as JSON has them
type Thing = Record<string, any>

/** An error response. */
class Refusal extends Error {
  readonly status: number
  readonly error: Thing
  constructor(status: number, error: Thing) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

/** What goes wrong with a call. `answer lost` happens after its effect, all others before. */
export type Fault = 'refused' | 'no balance' | 'no access' | 'failed' | 'answer lost' | 'limited'

/** How refunds to a card behave: `never` succeeds immediately and fails later. */
export type CardRefunds = 'at once' | 'later' | 'never'

export type StripeStandIn = {
  url: string
  /** The names of the calls received, in order. */
  calls: string[]
  /** What Stripe would have rejected. */
  complaints: string[]
  things: Map<string, Thing>
  /** Balances in cents: '' is the platform's. */
  balances: Map<string, number>
  /** Injects faults into the next calls of this name, one each. */
  injectFaults(name: string, ...faults: Fault[]): void
  /** Runs an action at the next call of this name, before or after its effect. The call is never answered. */
  intercept(name: string, when: 'before' | 'after', action: () => Promise<void>): void
  /** Forgets the idempotency keys of all calls so far, as Stripe does after a day. */
  forgetKeys(): void
  /** From now on each answer takes this long. */
  setDelay(ms: number): void
  pay(url: string, refunds?: CardRefunds, cardName?: string): void
  decline(url: string, message: string): void
  submitDetails(url: string, bankNumber: string): void
  endRefund(id: string, status: 'succeeded' | 'failed'): void
  endPayout(id: string, status: 'paid' | 'failed' | 'canceled'): void
  /**
   * Opens a dispute of a charge, of all of it unless given; its money leaves the platform's balance.
   * @returns its id
   */
  dispute(chargeId: string, amount?: number): string
  /** Ends a dispute; if it is won, the money comes back. */
  endDispute(id: string, status: 'won' | 'lost'): void
  /** Changes a dispute that its bank opens again or asks more for. */
  changeDispute(id: string, change: { amount?: number; status?: 'needs_response' }): void
  /** Moves the platform's balance without a call. */
  moveBalance(amount: number, type: string, source: string): void
  /** Takes the events that were not taken yet, signed; Connect's with their own secret. */
  takeEvents(): { body: string; signature: string; event: Thing }[]
  close(): Promise<void>
}

export function signed(body: string, secret: string, seconds = Math.floor(Date.now() / 1_000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`
const nowSeconds = () => Math.floor(Date.now() / 1_000)

export async function startStripe(): Promise<StripeStandIn> {
  const books = createData()
  const answered = new Map<string, { content: string; status: number; body: string }>()
  const calls: string[] = []
  const complaints: string[] = []
  const faults = new Map<string, Fault[]>()
  let interception: { name: string; when: 'before' | 'after'; action: () => Promise<void> } | null = null

  /** Repeats the first answer for the same key and parameters; rejects the key with others. */
  const answer = (call: Call): { status: number; body: string } => {
    const content = JSON.stringify([call.name, call.ids, call.params, call.account])
    const before = call.key && answered.get(call.key)
    if (before && before.content !== content) {
      const message = 'Keys for idempotent requests can only be used with the same parameters'
      complaints.push(`${call.name}: ${message}`)
      return { status: 400, body: JSON.stringify({ error: { type: 'idempotency_error', message } }) }
    }
    if (before) return before
    let result: { status: number; body: string }
    try {
      const fault = faults.get(call.name)?.[0]
      if (fault) faults.get(call.name)?.shift()
      if (fault) throwFault(fault)
      result = { status: 200, body: JSON.stringify(books.handle(call)) }
      if (fault === 'answer lost') result = { ...result, status: 0 }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      result = { status: error.status, body: JSON.stringify({ error: error.error }) }
    }
    // Stripe stores answers that had an effect, but not rate limits and failures.
    const kept = result.status === 0 ? { ...result, status: 200 } : result
    if (call.key && kept.status < 429) answered.set(call.key, { content, ...kept })
    return result
  }

  let delayMs = 0
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    const { method = '', url = '', headers } = request
    let call: Call
    try {
      call = readCall({ method, url, headers, body }, SECRET_KEY, VERSION)
    } catch (error) {
      const { message } = error as Error
      complaints.push(`${method} ${url}: ${message}`)
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }))
      return
    }
    calls.push(call.name)
    if (interception?.name === call.name) {
      const { when, action } = interception
      interception = null
      if (when === 'after') answer(call)
      await action()
      return request.socket.destroy()
    }
    const result = answer(call)
    if (result.status === 0) return request.socket.destroy()
    const retry = { 'stripe-should-retry': 'false' }
    response.writeHead(result.status, { 'content-type': 'application/json', ...retry })
    response.end(result.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    complaints,
    things: books.things,
    balances: books.balances,
    injectFaults: (name, ...some) => void faults.set(name, [...(faults.get(name) ?? []), ...some]),
    intercept(name, when, action) {
      interception = { name, when, action }
    },
    forgetKeys() {
      answered.clear()
    },
    setDelay(ms) {
      delayMs = ms
    },
    pay: books.pay,
    decline: books.decline,
    submitDetails: books.submitDetails,
    endRefund: books.endRefund,
    endPayout: books.endPayout,
    dispute: books.dispute,
    endDispute: books.endDispute,
    changeDispute: books.changeDispute,
    moveBalance: books.moveBalance,
    takeEvents: () =>
      books.events.splice(0).map((event) => {
        const body = JSON.stringify(event)
        return { event, body, signature: signed(body, event.account ? CONNECT_SECRET : WEBHOOK_SECRET) }
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function throwFault(fault: Fault): void {
  if (fault === 'refused') {
    throw new Refusal(400, { type: 'invalid_request_error', code: 'not_allowed', message: 'Not allowed' })
  }
  if (fault === 'no balance') {
    const message = 'You have insufficient available funds in your Stripe account'
    throw new Refusal(400, { type: 'invalid_request_error', code: 'balance_insufficient', message })
  }
  if (fault === 'no access') {
    const message = 'The provided key does not have access to this account (or that account does not exist)'
    throw new Refusal(403, { type: 'invalid_request_error', code: 'account_invalid', message })
  }
  if (fault === 'failed') throw new Refusal(500, { type: 'api_error', message: 'Something went wrong' })
  if (fault === 'limited') throw new Refusal(429, { type: 'rate_limit_error', message: 'Too many requests' })
}

function toMissing(what: string, id: string): Refusal {
  const message = `No such ${what}: '${id}'`
  return new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message })
}

function toRefusal(message: string, code?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...(code && { code }) })
}

/** Reads the metadata of a form. No other nested field is needed. */
function getMetadata(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
      return key ? [[key, value]] : []
    }),
  )
}

const list = (data: Thing[], limit: number, url: string) => ({
  object: 'list',
  url,
  has_more: data.length > limit,
  data: data.slice(0, limit),
})

/** Creates the stand-in's data: its objects, balances and events. */
function createData() {
  const things = new Map<string, Thing>()
  const balances = new Map<string, number>()
  const movements: Thing[] = []
  const events: Thing[] = []

  const find = (id: string, what: string): Thing => {
    const thing = things.get(id)
    if (!thing) throw toMissing(what, id)
    return thing
  }
  const keep = (thing: Thing): Thing => {
    things.set(thing.id, thing)
    return thing
  }
  const emit = (type: string, object: Thing, account?: string) =>
    events.push({
      id: newId('evt'),
      object: 'event',
      type,
      api_version: VERSION,
      created: nowSeconds(),
      ...(account && { account }),
      data: { object: { ...object } },
    })
  const move = (account: string, amount: number, type: string, source: string) => {
    const left = (balances.get(account) ?? 0) + amount
    if (left < 0) throw toRefusal('Insufficient funds', 'balance_insufficient')
    balances.set(account, left)
    if (account !== '') return
    const fee = type === 'charge' ? Math.round(amount * 0.029) + 30 : 0
    const movement = { id: newId('txn'), object: 'balance_transaction', type, source, amount, fee }
    movements.unshift({ ...movement, net: amount - fee, currency: 'usd', created: nowSeconds() })
  }
  const findSession = (url: string) => find(url.split('/').at(-1) ?? '', 'checkout session')

  const handlers: Record<string, (call: Call) => Thing> = {
    'checkout.create'({ params }) {
      const amount = Number(params['line_items[0][price_data][unit_amount]'])
      const seconds = Number(params.expires_at) - nowSeconds()
      if (params.mode !== 'payment' || params['allowed_payment_method_types[0]'] !== 'card') {
        throw toRefusal('Only card payments here')
      }
      if (amount < 50) throw toRefusal('The amount is too small', 'amount_too_small')
      if (seconds < 30 * 60 || seconds > 24 * 3_600)
        throw toRefusal('expires_at must be in 30 minutes to 24 hours')
      const id = newId('cs_test')
      return keep({
        id,
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        amount_total: amount,
        currency: 'usd',
        payment_intent: null,
        url: `https://checkout.stripe.test/c/pay/${id}`,
        metadata: getMetadata(params),
      })
    },
    'checkout.retrieve'({ ids, params }) {
      const session = find(ids[0] ?? '', 'checkout session')
      const intent = session.payment_intent && things.get(session.payment_intent)
      if (params['expand[0]'] !== 'payment_intent.latest_charge' || !intent) return session
      const { latest_charge: charge, card_name: name, ...rest } = intent
      const expanded = charge && { id: charge, object: 'charge', billing_details: { name } }
      return { ...session, payment_intent: { ...rest, latest_charge: expanded ?? null } }
    },
    'checkout.expire'({ ids }) {
      const session = find(ids[0] ?? '', 'checkout session')
      if (session.status !== 'open') {
        throw toRefusal('Only Checkout Sessions with a status in ["open"] can be expired.')
      }
      session.status = 'expired'
      emit('checkout.session.expired', session)
      return session
    },
    'refund.create'({ params }) {
      const intent = find(params.payment_intent ?? '', 'payment_intent')
      const amount = Number(params.amount)
      if (!(amount > 0) || intent.refunded + amount > intent.amount) {
        throw toRefusal(
          'Refund amount is greater than unrefunded amount on charge',
          'charge_already_refunded',
        )
      }
      const id = newId('re')
      move('', -amount, 'refund', id)
      intent.refunded += amount
      const status = intent.refunds === 'later' ? 'pending' : 'succeeded'
      const refund = { id, object: 'refund', amount, status, payment_intent: intent.id }
      emit('charge.refunded', { id: intent.latest_charge, object: 'charge', payment_intent: intent.id })
      return keep({ ...refund, metadata: getMetadata(params) })
    },
    'refund.list': ({ params }) => {
      const all = [...things.values()].filter(
        ({ object, payment_intent: intent }) => object === 'refund' && intent === params.payment_intent,
      )
      return list(all, Number(params.limit ?? 10), '/v1/refunds')
    },
    'dispute.retrieve': ({ ids }) => find(ids[0] ?? '', 'dispute'),
    'refund.retrieve': ({ ids }) => find(ids[0] ?? '', 'refund'),
    'account.create'({ params }) {
      if (params.type !== 'express') throw toRefusal('Only Express accounts here')
      if (params['settings[payouts][schedule][interval]'] !== 'manual')
        throw toRefusal('A manual schedule, please')
      return keep({
        id: newId('acct'),
        object: 'account',
        type: 'express',
        email: params.email,
        details_submitted: false,
        payouts_enabled: false,
        external_accounts: { object: 'list', data: [] },
        metadata: getMetadata(params),
      })
    },
    'account.retrieve': ({ ids }) => find(ids[0] ?? '', 'account'),
    'accountLink.create'({ params }) {
      find(params.account ?? '', 'account')
      if (params.type !== 'account_onboarding') throw toRefusal('Invalid type')
      const url = `https://connect.stripe.test/setup/e/${params.account}`
      return { object: 'account_link', created: nowSeconds(), expires_at: nowSeconds() + 300, url }
    },
    'transfer.create'({ params }) {
      const amount = Number(params.amount)
      const account = find(params.destination ?? '', 'destination')
      const id = newId('tr')
      move('', -amount, 'transfer', id)
      move(account.id, amount, 'payment', id)
      const transfer = { id, object: 'transfer', amount, currency: params.currency, destination: account.id }
      return keep({ ...transfer, transfer_group: params.transfer_group, reversed: false })
    },
    'transfer.list': ({ params }) => {
      const all = [...things.values()].filter(
        ({ object, transfer_group: group }) => object === 'transfer' && group === params.transfer_group,
      )
      return list(all, Number(params.limit ?? 10), '/v1/transfers')
    },
    'reversal.create'({ ids, params }) {
      const transfer = find(ids[0] ?? '', 'transfer')
      const amount = Number(params.amount)
      if (transfer.reversed) throw toRefusal('This transfer has already been reversed', 'transfer_reversed')
      move(transfer.destination, -amount, 'payment_refund', transfer.id)
      const id = newId('trr')
      move('', amount, 'transfer_refund', id)
      transfer.reversed = true
      return keep({ id, object: 'transfer_reversal', amount, transfer: transfer.id })
    },
    'reversal.list': ({ ids, params }) => {
      const all = [...things.values()].filter(
        ({ object, transfer }) => object === 'transfer_reversal' && transfer === ids[0],
      )
      return list(all, Number(params.limit ?? 10), '/v1/transfers')
    },
    'payout.create'({ params, account }) {
      const amount = Number(params.amount)
      if (!find(account ?? '', 'account').payouts_enabled) {
        throw toRefusal('Payouts are not enabled', 'payouts_not_allowed')
      }
      const id = newId('po')
      move(account ?? '', -amount, 'payout', id)
      const payout = {
        id,
        object: 'payout',
        amount,
        currency: 'usd',
        status: 'pending',
        failure_message: null,
      }
      return keep({ ...payout, account, metadata: getMetadata(params) })
    },
    'payout.list': ({ params, account }) => {
      const all = [...things.values()].filter(
        (thing) => thing.object === 'payout' && thing.account === account,
      )
      return list(all, Number(params.limit ?? 10), '/v1/payouts')
    },
    'payout.retrieve'({ ids, account }) {
      const payout = find(ids[0] ?? '', 'payout')
      if (payout.account !== account) throw toMissing('payout', ids[0] ?? '')
      return payout
    },
    'balance.list'({ params }) {
      const from = Number(params['created[gte]'])
      const until = Number(params['created[lt]'])
      const all = movements.filter(({ created }) => created >= from && created < until)
      const start = params.starting_after ? all.findIndex(({ id }) => id === params.starting_after) + 1 : 0
      return list(all.slice(start), Number(params.limit ?? 10), '/v1/balance_transactions')
    },
  }

  return {
    things,
    balances,
    events,
    handle: (call: Call): Thing => (handlers[call.name] as (call: Call) => Thing)(call),
    pay(url: string, refunds: CardRefunds = 'at once', cardName: string | null = null) {
      const session = findSession(url)
      if (session.status !== 'open') return
      const [intent, charge] = [newId('pi'), newId('ch')]
      keep({
        id: intent,
        object: 'payment_intent',
        amount: session.amount_total,
        refunded: 0,
        refunds,
        latest_charge: charge,
        card_name: cardName,
        last_payment_error: null,
      })
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent })
      move('', session.amount_total, 'charge', charge)
      emit('checkout.session.completed', session)
    },
    decline(url: string, message: string) {
      const session = findSession(url)
      const intent = keep({ id: newId('pi'), object: 'payment_intent', last_payment_error: { message } })
      session.payment_intent = intent.id
      emit('payment_intent.payment_failed', intent)
    },
    dispute(chargeId: string, amount?: number) {
      const intent = [...things.values()].find(({ latest_charge: charge }) => charge === chargeId)
      const dispute = keep({
        id: newId('du'),
        object: 'dispute',
        charge: chargeId,
        amount: amount ?? intent?.amount ?? 5_000,
        reason: 'fraudulent',
        status: 'needs_response',
        evidence_details: { due_by: nowSeconds() + 9 * 86_400, has_evidence: false },
      })
      emit('charge.dispute.created', dispute)
      if (intent) move('', -dispute.amount, 'adjustment', dispute.id)
      emit('charge.dispute.funds_withdrawn', dispute)
      return dispute.id as string
    },
    endDispute(id: string, status: 'won' | 'lost') {
      const dispute = find(id, 'dispute')
      dispute.status = status
      emit('charge.dispute.updated', dispute)
      emit('charge.dispute.closed', dispute)
      if (status === 'lost') return
      move('', dispute.amount, 'adjustment', id)
      emit('charge.dispute.funds_reinstated', dispute)
    },
    changeDispute(id: string, change: object) {
      emit('charge.dispute.updated', Object.assign(find(id, 'dispute'), change))
    },
    moveBalance: (amount: number, type: string, source: string) => move('', amount, type, source),
    submitDetails(url: string, bankNumber: string) {
      const account = find(url.split('/').at(-1) ?? '', 'account')
      const bank = {
        id: newId('ba'),
        object: 'bank_account',
        currency: 'usd',
        // Every other number is an account of its own for each caregiver who enters it.
        fingerprint: bankNumber.startsWith(SHARED_BANKS) ? bankNumber : `${bankNumber} of ${account.id}`,
        last4: bankNumber.slice(-4),
        default_for_currency: true,
      }
      // Like Stripe, keeps the older accounts, which are the default no longer.
      const others = account.external_accounts.data.map((one: object) => ({
        ...one,
        default_for_currency: false,
      }))
      account.external_accounts.data = [...others, bank]
      Object.assign(account, { details_submitted: true, payouts_enabled: true })
      emit('account.updated', account, account.id)
    },
    endRefund(id: string, status: 'succeeded' | 'failed') {
      const refund = find(id, 'refund')
      refund.status = status
      if (status === 'failed') {
        refund.failure_reason = 'expired_or_canceled_card'
        find(refund.payment_intent, 'payment_intent').refunded -= refund.amount
        move('', refund.amount, 'refund_failure', id)
      }
      emit(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    },
    endPayout(id: string, status: 'paid' | 'failed' | 'canceled') {
      const payout = find(id, 'payout')
      payout.status = status
      if (status !== 'paid') {
        payout.failure_message = 'The bank account has been closed'
        move(payout.account, payout.amount, 'payout_failure', id)
      }
      emit(`payout.${status}`, payout, payout.account)
    },
  }
}
