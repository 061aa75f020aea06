/** Servers with Stripe's stand-in that stop in the middle of their work and then recover. */
import { expect } from 'vitest'
import { verifyLedger } from '../src/features/reconciliation/index.ts'
import { signAccessToken } from '../src/features/sign-in/index.ts'
import { type TestApp, testApp } from './app.ts'
import type { TestUser } from './factories/accounts.ts'
import { dateIn, openHours } from './factories/availability.ts'
import { makeAcceptedRequest, makeFamily, type TestRequest } from './factories/bookings.ts'
import { buildServer, startNode } from './nodes.ts'
import {
  CONNECT_SECRET,
  SECRET_KEY,
  type StripeStandIn,
  startStripe,
  WEBHOOK_SECRET,
} from './stripe/stand-in.ts'

/** Before Stripe acts, and after it has acted but before it answers. */
export const MOMENTS = ['before', 'after'] as const
type Moment = (typeof MOMENTS)[number]

const JSON_HEADERS = { 'content-type': 'application/json' }

async function startApp() {
  const stripe = await startStripe()
  const settings = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${CONNECT_SECRET}`,
    STRIPE_API_BASE: stripe.url,
  }
  return { stripe, settings, app: await testApp(settings) }
}

/** @param getUrl the address of the server that answers */
function makeCalls(app: TestApp, stripe: StripeStandIn, getUrl: () => string) {
  const call = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetch(getUrl() + path, {
      method,
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return { status: response.status, body: (await response.json()) as any }
  }
  const advance = (minutes: number) => call('POST', '/dev/clock', { advance_minutes: minutes }, JSON_HEADERS)
  /** Delivers the waiting Stripe events to the webhook. */
  const deliver = async () => {
    for (const { body, signature } of stripe.takeEvents()) {
      await call('POST', '/api/payments/webhooks/stripe/', body, { 'stripe-signature': signature })
    }
  }
  return {
    app,
    stripe,
    advance,
    deliver,
    /** The clock moves past the lifetime of a token, so each call gets a new one. */
    async callAs(
      user: TestUser,
      method: 'POST' | 'PATCH',
      path: string,
      body: object = {},
      headers: Record<string, string> = {},
    ) {
      const authorization = `Bearer ${await signToken(app, user)}`
      return call(method, path, body, { ...JSON_HEADERS, ...headers, authorization })
    },
    /** Moves the clock by half an hour, so that the jobs recover. */
    async recover() {
      for (let times = 0; times < 3; times += 1) {
        await advance(11)
        await deliver()
      }
    },
  }
}

/** A product with Stripe's stand-in. */
export type StripeServer = ReturnType<typeof makeCalls>
export type KillableServer = Awaited<ReturnType<typeof startKillableServer>>
export type CrashingServer = Awaited<ReturnType<typeof startCrashingServer>>

/** A server in a process of its own, which can be killed at a call to Stripe and started again. */
export async function startKillableServer() {
  await buildServer()
  const { stripe, settings, app } = await startApp()
  const ofNode = { ...settings, DATA_DIR: app.deps.config.dataDir, LOG_LEVEL: 'silent' }
  let node = await startNode(app, ofNode)
  const calls = makeCalls(app, stripe, () => node.url)
  return {
    ...calls,
    kill: () => node.kill(),
    /** Kills the server at a call to Stripe. @returns a promise that resolves when it has exited */
    killAt: (name: string, when: Moment) =>
      new Promise<void>((resolve) => {
        stripe.intercept(name, when, async () => {
          await node.kill()
          resolve()
        })
      }),
    /** Starts the server again and lets its jobs recover. */
    async recover() {
      node = await startNode(app, ofNode)
      await calls.recover()
    },
    async close() {
      await node.kill()
      await app.close()
      await stripe.close()
    },
  }
}

/** The provider's calls that move money or tell where it is. */
type MoneyCall =
  | 'createCheckout'
  | 'checkoutState'
  | 'refund'
  | 'transfer'
  | 'payOut'
  | 'payoutState'
  | 'reverseTransfer'

/**
 * A server in this process, in which work can stop at a call to Stripe with an error that nothing handles.
 */
export async function startCrashingServer() {
  const { stripe, app } = await startApp()
  const calls = makeCalls(app, stripe, () => app.url)
  return {
    ...calls,
    async deliver() {
      await calls.deliver()
      await app.drain()
    },
    /** Makes the next call throw before or after its effect. @returns how often it has */
    crashAt(name: MoneyCall, when: Moment): () => number {
      const { payments } = app.deps
      const real = payments[name].bind(payments) as (...args: unknown[]) => Promise<unknown>
      let crashes = 0
      Object.assign(payments, {
        async [name](...args: unknown[]) {
          Object.assign(payments, { [name]: real })
          if (when === 'after') await real(...args)
          crashes += 1
          throw new Error(`A crash ${when} ${name}`)
        },
      })
      return () => crashes
    },
    async close() {
      await app.close()
      await stripe.close()
    },
  }
}

const signToken = (app: TestApp, { id, role, sessionId }: TestUser) =>
  signAccessToken(app.deps, { userId: id, role, sessionId })

export const queryRows = async ({ app }: StripeServer, query: string) =>
  (await app.deps.database.$client.query(query)).rows

export const countObjects = ({ things }: StripeStandIn, object: string): number =>
  [...things.values()].filter((thing) => thing.object === object).length

/** Makes an accepted request for two hours of a day that no other request uses. */
export async function makeAccepted(
  { app }: StripeServer,
  caregiver: TestUser,
  day: number,
): Promise<TestRequest> {
  const family = await makeFamily(app)
  caregiver.client = app.withToken(await signToken(app, caregiver))
  const date = dateIn(app, day)
  await openHours(caregiver, date)
  return makeAcceptedRequest(app, { caregiver, family, windows: [{ date, start: '09:00', end: '11:00' }] })
}

/** Opens the checkout. @returns the address of its page */
export async function openPage(server: StripeServer, { family, id }: TestRequest): Promise<string> {
  return (await server.callAs(family, 'POST', `/api/payments/bookings/${id}/confirm`)).body.checkout_url
}

export async function expectBooked(server: StripeServer, requestId: number): Promise<void> {
  await server.deliver()
  await server.advance(1)
  const [request] = await queryRows(
    server,
    `SELECT paid_at IS NOT NULL AS paid FROM requests WHERE id = ${requestId}`,
  )
  expect(request).toEqual({ paid: true })
  await expectConsistentMoney(server)
}

/** Requires that the ledger and Stripe agree to the cent. */
export async function expectConsistentMoney(server: StripeServer): Promise<void> {
  const { app, stripe } = server
  expect(await verifyLedger(app.deps.database)).toEqual([])
  const [{ cents }] = await queryRows(
    server,
    `SELECT -coalesce(sum(balance_cents), 0)::int AS cents FROM ledger_accounts WHERE kind = 'clearing'`,
  )
  const [{ underway }] = await queryRows(
    server,
    `SELECT coalesce(sum(amount_cents), 0)::int AS underway FROM payouts WHERE status = 'processing'`,
  )
  expect(cents - underway).toBe([...stripe.balances.values()].reduce((sum, one) => sum + one, 0))
  expect(stripe.complaints).toEqual([])
}
