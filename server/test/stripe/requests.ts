/** The calls of Stripe's API that the product makes, with their required and optional parameters. */
import type { IncomingHttpHeaders } from 'node:http'

export type Call = {
  name: string
  /** The ids in the path. */
  ids: string[]
  /** Flat, as the form has them: `metadata[payout_id]`. */
  params: Record<string, string>
  /** `Stripe-Account`. */
  account: string | null
  key: string | null
}

type Shape = {
  method: 'GET' | 'POST'
  path: RegExp
  required?: string[]
  optional?: RegExp[]
  /** Needs an idempotency key. */
  keyed?: boolean
  ofAccount?: boolean
}

const METADATA = /^metadata\[\w+\]$/
const LIMIT = /^limit$/

const SHAPES: Record<string, Shape> = {
  'checkout.create': {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    required: [
      'mode',
      'allowed_payment_method_types[0]',
      'line_items[0][quantity]',
      'line_items[0][price_data][currency]',
      'line_items[0][price_data][unit_amount]',
      'line_items[0][price_data][product_data][name]',
      'customer_email',
      'client_reference_id',
      'success_url',
      'cancel_url',
      'expires_at',
      'metadata[payment_id]',
      'payment_intent_data[metadata][payment_id]',
      'payment_intent_data[description]',
    ],
    keyed: true,
  },
  'checkout.retrieve': {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(cs_\w+)$/,
    required: ['expand[0]'],
  },
  'checkout.expire': { method: 'POST', path: /^\/v1\/checkout\/sessions\/(cs_\w+)\/expire$/ },
  'refund.create': {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    required: ['payment_intent', 'amount', 'metadata[key]'],
    keyed: true,
  },
  'refund.list': {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    required: ['payment_intent'],
    optional: [LIMIT],
  },
  'refund.retrieve': { method: 'GET', path: /^\/v1\/refunds\/(re_\w+)$/ },
  'dispute.retrieve': { method: 'GET', path: /^\/v1\/disputes\/(du_\w+)$/ },
  'account.create': {
    method: 'POST',
    path: /^\/v1\/accounts$/,
    required: [
      'type',
      'email',
      'business_type',
      'capabilities[transfers][requested]',
      'settings[payouts][schedule][interval]',
      'metadata[user_id]',
    ],
    keyed: true,
  },
  'account.retrieve': { method: 'GET', path: /^\/v1\/accounts\/(acct_\w+)$/ },
  'accountLink.create': {
    method: 'POST',
    path: /^\/v1\/account_links$/,
    required: ['account', 'type', 'return_url', 'refresh_url'],
  },
  'transfer.create': {
    method: 'POST',
    path: /^\/v1\/transfers$/,
    required: ['amount', 'currency', 'destination', 'transfer_group'],
    optional: [METADATA],
    keyed: true,
  },
  'transfer.list': {
    method: 'GET',
    path: /^\/v1\/transfers$/,
    required: ['transfer_group'],
    optional: [LIMIT],
  },
  'reversal.create': {
    method: 'POST',
    path: /^\/v1\/transfers\/(tr_\w+)\/reversals$/,
    required: ['amount'],
    keyed: true,
  },
  'reversal.list': {
    method: 'GET',
    path: /^\/v1\/transfers\/(tr_\w+)\/reversals$/,
    optional: [LIMIT],
  },
  'payout.create': {
    method: 'POST',
    path: /^\/v1\/payouts$/,
    required: ['amount', 'currency', 'metadata[payout_id]'],
    keyed: true,
    ofAccount: true,
  },
  'payout.list': { method: 'GET', path: /^\/v1\/payouts$/, optional: [LIMIT], ofAccount: true },
  'payout.retrieve': { method: 'GET', path: /^\/v1\/payouts\/(po_\w+)$/, ofAccount: true },
  'balance.list': {
    method: 'GET',
    path: /^\/v1\/balance_transactions$/,
    required: ['created[gte]', 'created[lt]'],
    optional: [LIMIT, /^starting_after$/],
  },
}

type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** Parses a request as Stripe would. @throws Error with the reason for which Stripe would reject it */
export function readCall(received: Received, secretKey: string, version: string): Call {
  const { method, headers, body } = received
  const url = new URL(received.url, 'http://stripe')
  requireThat(headers.authorization === `Bearer ${secretKey}`, `Authorization ${headers.authorization}`)
  requireThat(headers['stripe-version'] === version, `Stripe-Version ${headers['stripe-version']}`)
  const found = Object.entries(SHAPES).find(
    ([, shape]) => shape.method === method && shape.path.test(url.pathname),
  )
  if (!found) throw new Error(`Unrecognized request URL (${method}: ${url.pathname})`)
  const [name, shape] = found
  if (method === 'POST') {
    const type = headers['content-type'] ?? ''
    requireThat(type.startsWith('application/x-www-form-urlencoded'), `Content-Type ${type}`)
  } else {
    requireThat(body === '', 'a GET with a body')
  }
  const params = Object.fromEntries(method === 'POST' ? new URLSearchParams(body) : url.searchParams)
  for (const one of shape.required ?? []) requireThat(params[one], `Missing required param: ${one}`)
  for (const one of Object.keys(params)) {
    const isKnown = shape.required?.includes(one) || shape.optional?.some((form) => form.test(one))
    requireThat(isKnown, `Received unknown parameter: ${one}`)
  }
  const account = toText(headers['stripe-account'])
  requireThat((account !== null) === (shape.ofAccount ?? false), `Stripe-Account ${account}`)
  const key = toText(headers['idempotency-key'])
  // The SDK adds a key, `stripe-node-retry-…`, to each POST without one.
  requireThat(!shape.keyed || (key && !key.startsWith('stripe-node-retry')), `Idempotency-Key ${key}`)
  return { name, ids: shape.path.exec(url.pathname)?.slice(1) ?? [], params, account, key }
}

function requireThat(holds: unknown, problem: string): void {
  if (!holds) throw new Error(problem)
}

function toText(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
