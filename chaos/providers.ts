/** The mail server and Stripe are down or slow. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSmall, size } from '../bench/load/size.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../server/test/database-proxy.ts'
import {
  CONNECT_SECRET,
  SECRET_KEY,
  type StripeStandIn,
  startStripe,
  WEBHOOK_SECRET,
} from '../server/test/stripe/stand-in.ts'
import { pause } from './load/calls.ts'
import { type Stage, startStage } from './stage/stage.ts'

const OUTAGE_MS = size(30_000, 1_000)
const OUTAGE = `${OUTAGE_MS / 1_000} s`
const SLOW_MAIL_MS = 500
const SLOW_STRIPE_MS = 4_000
const MAIL_LIMIT_MS = 15_000
const WEBHOOKS_MS = 500

let stage: Stage
let stripe: StripeStandIn
/** In front of Stripe. */
let line: DatabaseProxy
let webhooks: NodeJS.Timeout

beforeAll(async () => {
  stripe = await startStripe()
  line = await startDatabaseProxy(stripe.url)
  stage = await startStage({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${CONNECT_SECRET}`,
    STRIPE_API_BASE: line.url,
  })
  webhooks = setInterval(deliver, WEBHOOKS_MS)
})
afterAll(async () => {
  clearInterval(webhooks)
  await stage?.close()
  await line?.close()
  await stripe?.close()
})

/** Stripe delivers each event until it is accepted. */
async function deliver(): Promise<void> {
  for (const event of stripe.takeEvents()) void deliverOne(event)
}

async function deliverOne({ body, signature }: { body: string; signature: string }): Promise<void> {
  const url = new URL('/api/payments/webhooks/stripe/', stage.topology.url)
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    if (answer?.ok) return
    await pause(WEBHOOKS_MS)
  }
}

/** @returns the status of Stripe's page, which is closed when another family has booked the hours */
async function pay(checkoutUrl: string): Promise<number> {
  const session = stripe.things.get(checkoutUrl.split('/').at(-1) ?? '')
  if (session?.status !== 'open') return 410
  stripe.pay(checkoutUrl)
  return 303
}

const mailFaults = [
  {
    name: `mail server down for ${OUTAGE}`,
    async run() {
      await stage.mail.stop()
      await pause(OUTAGE_MS)
      await stage.mail.start()
    },
  },
  {
    name: `mail server takes 0.5 s an email for ${OUTAGE}`,
    async run() {
      stage.mail.setDelay(SLOW_MAIL_MS)
      await pause(OUTAGE_MS)
      stage.mail.setDelay(0)
    },
  },
]

test.each(mailFaults)('$name: no call fails, and each email comes once', async (fault) => {
  const { failed, mailLateMs } = await stage.breakUnderLoad({ ...fault, pay })
  expect(failed).toEqual([])
  if (!isSmall) expect(mailLateMs).toBeLessThan(MAIL_LIMIT_MS)
})

const stripeFaults = [
  {
    name: `Stripe down for ${OUTAGE}`,
    async run() {
      line.cut()
      await pause(OUTAGE_MS)
      line.restore()
    },
  },
  {
    name: `Stripe hangs for ${OUTAGE}`,
    async run() {
      line.freeze()
      await pause(OUTAGE_MS)
      line.restore()
    },
  },
  {
    name: `Stripe takes 4 s a call for ${OUTAGE}`,
    async run() {
      stripe.setDelay(SLOW_STRIPE_MS)
      await pause(OUTAGE_MS)
      stripe.setDelay(0)
    },
  },
]

test.each(stripeFaults)('$name: only paying fails, and all payments end', async (fault) => {
  const { failed } = await stage.breakUnderLoad({ ...fault, pay })
  expect(failed.filter(({ what }) => !/confirm$/.test(what))).toEqual([])
  expect(stripe.complaints).toEqual([])
})
