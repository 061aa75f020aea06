import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { getSandboxBalance } from '../../../../test/consistency.ts'
import {
  catchEvents,
  copyWebhooks,
  DECLINED_CARD,
  EMPTY_CARD,
  GOOD_CARD,
  makeCheckout,
  payFor,
  type SandboxEvent,
} from '../../../../test/factories/payments.ts'
import { sandboxMovements, sandboxRefunds, sandboxSessions } from '../tables.ts'

let app: TestApp
let webhooks: SandboxEvent[]

beforeAll(async () => {
  app = await testApp()
  catchEvents(app)
  webhooks = copyWebhooks(app)
})
afterAll(() => app.close())

const getSessionId = (checkoutUrl: string) => new URL(checkoutUrl).pathname.split('/').at(-1) as string
const getSession = async (checkoutUrl: string) => {
  const [session] = await app.deps.database
    .select()
    .from(sandboxSessions)
    .where(eq(sandboxSessions.id, getSessionId(checkoutUrl)))
  return session as typeof sandboxSessions.$inferSelect
}
const getBalance = () => getSandboxBalance(app)

describe('the card page', () => {
  test('shows the amount, the test notice and a labeled form, without scripts', async () => {
    const { checkoutUrl, payee, payer, requestId } = await makeCheckout(app, { amountCents: 123_450 })

    const { status, body, headers } = await app.visitor.get(checkoutUrl)

    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toContain('$1,234.50')
    expect(body).toContain(`Care by ${payee.fullName}`)
    expect(body).toContain(payer.email)
    expect(body).toContain('No real money moves here')
    for (const number of ['4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0000 0000 9995']) {
      expect(body).toContain(number)
    }
    for (const label of ['Card number', 'Expiry', 'CVC', 'Name on card']) {
      const [, field] = new RegExp(`<label for="([a-z_]+)">${label}</label>`).exec(body) ?? []
      expect(body).toContain(`id="${field}" name="${field}"`)
    }
    expect(body).toContain(`href="${app.url}/checkout/${requestId}?canceled=1"`)
    expect(body).not.toMatch(/<script|style=|onclick/i)
  })

  test('has a policy that allows only its own style, its form and the return to the product', async () => {
    const { checkoutUrl } = await makeCheckout(app)
    const { headers, body } = await app.visitor.get(checkoutUrl)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^style-src 'sha256-[A-Za-z0-9+/=]+'$/),
      `form-action 'self' ${app.url}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(body) ?? []
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
  })

  test('takes a good card and redirects to the product', async () => {
    const before = await getBalance()
    const { checkoutUrl, requestId, paymentId, amountCents } = await makeCheckout(app)
    const { status, headers } = await payFor(app, checkoutUrl, '4242 4242 4242 4242')
    expect([status, headers.get('location')]).toEqual([
      303,
      `${app.url}/payments/success?request_id=${requestId}&payment_id=${paymentId}`,
    ])
    expect((await getSession(checkoutUrl)).status).toBe('paid')
    expect((await getBalance()) - before).toBe(amountCents)
    expect((await app.visitor.get(checkoutUrl)).body).toContain('This payment is complete')
  })

  test('takes the money once, though the form is sent 12 times in parallel and again', async () => {
    const before = await getBalance()
    const { checkoutUrl, amountCents } = await makeCheckout(app)

    const answers = await Promise.all(Array.from({ length: 12 }, () => payFor(app, checkoutUrl)))
    const late = await payFor(app, checkoutUrl, DECLINED_CARD)

    expect([...answers, late].map(({ status }) => status)).toEqual(Array(13).fill(303))
    expect((await getBalance()) - before).toBe(amountCents)
    const { chargeId } = await getSession(checkoutUrl)
    const movements = await app.deps.database
      .select()
      .from(sandboxMovements)
      .where(eq(sandboxMovements.reference, chargeId as string))
    expect(movements).toHaveLength(1)
  })

  test.each([
    [DECLINED_CARD, 'Your card was declined.'],
    [EMPTY_CARD, 'Your card has insufficient funds.'],
    ['4000000000000077', 'Your card number is invalid.'],
    ['', 'Your card number is invalid.'],
    ['4242 4242 4242 424', 'Your card number is invalid.'],
    ['constructor', 'Your card number is invalid.'],
  ])('shows why card %s is declined, and then takes another', async (card, message) => {
    const before = await getBalance()
    const { checkoutUrl, amountCents } = await makeCheckout(app)

    const refused = await payFor(app, checkoutUrl, card)
    expect(refused.status).toBe(200)
    expect(refused.body).toContain(`role="alert">${message}</p>`)
    expect(refused.body).toContain('aria-invalid="true"')
    expect((await getSession(checkoutUrl)).status).toBe('open')
    expect(await getBalance()).toBe(before)

    expect((await payFor(app, checkoutUrl, GOOD_CARD)).status).toBe(303)
    expect((await getBalance()) - before).toBe(amountCents)
  })

  test.each([
    ['expiry', '13 / 30', 'Enter the expiry date as MM / YY.'],
    ['expiry', '', 'Enter the expiry date as MM / YY.'],
    ['expiry', '01 / 20', 'Your card has expired.'],
    ['cvc', '12', 'Enter the 3 or 4 digits of the CVC.'],
    ['name', '   ', 'Enter the name on the card.'],
  ])('rejects the %s "%s" and keeps what was typed', async (field, value, message) => {
    const { checkoutUrl } = await makeCheckout(app)
    const { status, body } = await payFor(app, checkoutUrl, GOOD_CARD, { [field]: value })
    expect(status).toBe(200)
    expect(body).toContain(message)
    expect(body).toContain(`value="${GOOD_CARD}"`)
    expect(body).not.toContain('value="123"')
    expect((await getSession(checkoutUrl)).status).toBe('open')
  })

  test('escapes what was typed', async () => {
    const { checkoutUrl } = await makeCheckout(app)
    const { body } = await payFor(app, checkoutUrl, '"><script>alert(1)</script>', { name: "<b onx='1'>" })
    expect(body).not.toMatch(/<script|<b onx/)
  })

  test('stores nothing of a card but the name on one that paid', async () => {
    const { checkoutUrl } = await makeCheckout(app)
    await payFor(app, checkoutUrl, DECLINED_CARD, { name: 'Zebedee Quill' })
    expect(JSON.stringify(await getSession(checkoutUrl))).not.toContain('Zebedee')
    await payFor(app, checkoutUrl, GOOD_CARD, { name: 'Zebedee Quill' })
    const { cardName, ...session } = await getSession(checkoutUrl)
    expect(cardName).toBe('Zebedee Quill')
    const rows = JSON.stringify([session, webhooks])
    expect(rows).not.toMatch(/Zebedee|4242424242424242|4000000000000002/)
  })

  test('takes no money after it has expired', async () => {
    const before = await getBalance()
    const { checkoutUrl, requestId } = await makeCheckout(app)
    await app.advance(61)
    for (const answer of [await app.visitor.get(checkoutUrl), await payFor(app, checkoutUrl)]) {
      expect(answer.status).toBe(410)
      expect(answer.body).toContain('This payment page has expired')
      expect(answer.body).toContain(`/checkout/${requestId}?canceled=1`)
    }
    expect((await getSession(checkoutUrl)).status).toBe('expired')
    expect(await getBalance()).toBe(before)
  })

  test('is either paid or expired when both happen in parallel', async () => {
    const before = await getBalance()
    const checkouts = await Promise.all(
      Array.from({ length: 6 }, () => makeCheckout(app, { amountCents: 100 })),
    )
    await Promise.all(
      checkouts.flatMap(({ checkoutUrl }) => [
        payFor(app, checkoutUrl),
        app.deps.payments.expireCheckout(getSessionId(checkoutUrl)),
      ]),
    )
    const states = await Promise.all(checkouts.map(({ checkoutUrl }) => getSession(checkoutUrl)))
    const paid = states.filter(({ status }) => status === 'paid').length
    expect(states.every(({ status }) => status !== 'open')).toBe(true)
    expect((await getBalance()) - before).toBe(paid * 100)
  })

  test.each([
    '/sandbox/checkout/cs_test_000000000000000000000000000000000000',
    '/sandbox/checkout/nothing',
    '/sandbox/checkout/%00',
    `/sandbox/checkout/${'9'.repeat(150)}`,
  ])('is not found at %s', async (path) => {
    const { status, body } = await app.visitor.get(path)
    expect(status).toBe(404)
    expect(body).toContain('can’t find this payment')
    expect((await payFor(app, `${app.url}${path}`)).status).toBe(404)
  })

  test('accepts only forms, and no large ones', async () => {
    const { checkoutUrl } = await makeCheckout(app)
    const { pathname } = new URL(checkoutUrl)
    expect((await app.visitor.post(pathname, { card_number: GOOD_CARD })).status).toBe(415)
    expect((await payFor(app, checkoutUrl, GOOD_CARD, { name: 'x'.repeat(10_000) })).status).toBe(413)
    const odd = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const body of ['%', 'card_number=%00&name=%ED%A0%80', '__proto__=1&constructor=2', '&&&==']) {
      const answer = await app.visitor.post(pathname, body, odd)
      expect([body, answer.status]).toEqual([body, 200])
      expect(answer.body).toContain('Your card number is invalid.')
    }
    expect((await getSession(checkoutUrl)).status).toBe('open')
  })
})

describe('refunds', () => {
  test('refunds once per key, and never more than was paid', async () => {
    const { checkoutUrl } = await makeCheckout(app, { amountCents: 1_000 })
    await payFor(app, checkoutUrl)
    const paymentIntentId = (await getSession(checkoutUrl)).paymentIntentId as string
    const before = await getBalance()
    const refund = (amountCents: number, key: string) =>
      app.deps.payments.refund(
        { paymentIntentId, amountCents },
        { key: `${paymentIntentId}-${key}`, mayBeRepeat: false },
      )

    const same = await Promise.all(Array.from({ length: 10 }, () => refund(600, 'a')))
    expect(new Set(same.map(({ id }) => id)).size).toBe(1)
    expect(same[0]?.status).toBe('succeeded')
    await expect(refund(401, 'b')).rejects.toThrow("can't refund")
    await expect(refund(0, 'c')).rejects.toThrow("can't refund")
    await refund(400, 'd')

    expect((await getBalance()) - before).toBe(-1_000)
    const rows = await app.deps.database
      .select()
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.paymentIntentId, paymentIntentId))
    expect(rows.map(({ amountCents }) => amountCents).sort()).toEqual([400, 600])
    const nobody = { paymentIntentId: 'pi_test_nobody', amountCents: 1 }
    const attempt = { key: 'x', mayBeRepeat: false }
    await expect(app.deps.payments.refund(nobody, attempt)).rejects.toThrow('No such payment_intent')
  })
})
