import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../../test/app.ts'
import { listEmailsTo, logIn, PASSWORD, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeEarner, openStripe, PROVIDERS, type Provider } from '../../../../test/factories/providers.ts'
import { startIdentityProvider } from '../../../../test/identity-provider.ts'

const REFUSED = {
  status: 403,
  body: {
    detail: "Please confirm it's you, then try again",
    code: 'reauthentication_required',
    methods: ['password'],
  },
}
const HOURS = 60

describe.each(['sandbox', 'stripe'] as const)('with %s', (name) => {
  let provider: Provider
  // Paid before the clock moves: Stripe refuses a checkout that expires days ahead.
  let earners: [TestUser, TestUser, TestUser, TestUser]
  beforeAll(async () => {
    provider = await PROVIDERS[name]()
    earners = [
      await makeEarner(provider, 10_000),
      await makeEarner(provider, 10_000),
      await makeEarner(provider, 10_000),
      await makeEarner(provider, 10_000),
    ]
  })
  afterAll(() => provider.close())

  async function changeBank({ client }: TestUser, account: '000111111116' | '000111111113') {
    const { status, body } = await client.post('/api/payouts/onboarding-link')
    expect(status).toBe(200)
    await provider.onboard(body.url, account)
    await provider.deliverEvents()
  }
  const findNotMeToken = async ({ email }: TestUser) =>
    /\/not-me\?token=(\S+)/.exec((await listEmailsTo(provider.app, email)).at(-1)?.text ?? '')?.[1]
  /** Says that a change wasn't the owner's, and chooses the usual password. @returns what the change was */
  async function disown(token: string | undefined): Promise<string> {
    const { body } = await provider.app.visitor.post('/api/auth/not-me', { token })
    const chosen = { token: body.reset_token, password: PASSWORD, confirm_password: PASSWORD }
    expect((await provider.app.visitor.post('/api/auth/password/reset/confirm', chosen)).status).toBe(200)
    return body.kind
  }
  /** Logs in again, which proves who they are. */
  const returnAfter = async (owner: TestUser, minutes: number): Promise<TestUser> => {
    await provider.app.advance(minutes)
    const { body } = await logIn(provider.app, owner.email)
    return { ...owner, client: provider.app.withToken(body.access) }
  }
  const withdraw = ({ client }: TestUser, amount: number) => client.post('/api/payouts', { amount })
  const countPayouts = async ({ client }: TestUser) => (await client.get('/api/payouts/me')).body.count

  it('asks for the password again 10 minutes after login, and stores nothing before', async () => {
    const owner = await makeEarner(provider, 10_000)
    expect((await withdraw(owner, 10)).status).toBe(201)
    await provider.app.advance(11)
    expect(await withdraw(owner, 10)).toMatchObject(REFUSED)
    expect(await owner.client.post('/api/payouts/onboarding-link')).toMatchObject(REFUSED)
    expect(await countPayouts(owner)).toBe(1)

    const wrong = await owner.client.post('/api/auth/reauthenticate', { password: 'not my password' })
    expect([wrong.status, wrong.body.password]).toEqual([400, ['Password is incorrect']])
    expect(await withdraw(owner, 10)).toMatchObject(REFUSED)
    const right = await owner.client.post('/api/auth/reauthenticate', { password: PASSWORD })
    expect([right.status, right.body]).toEqual([200, { message: 'Confirmed' }])
    expect((await withdraw(owner, 10)).status).toBe(201)
    expect(await countPayouts(owner)).toBe(2)
  })

  it('does not count a refreshed token as a proof', async () => {
    const owner = await makeEarner(provider, 10_000)
    await provider.app.advance(11)
    const { body } = await provider.app.visitor.post('/api/auth/token/refresh', { refresh: owner.refresh })
    const answer = await provider.app.withToken(body.access).post('/api/payouts', { amount: 10 })
    expect(answer).toMatchObject(REFUSED)
  })

  it('emails the owner about a payout, with the amount and the bank’s last digits', async () => {
    const owner = await makeEarner(provider, 10_000)
    await withdraw(owner, 42.5)
    const email = (await listEmailsTo(provider.app, owner.email)).at(-1)
    expect(email?.subject).toMatch(/^We received your request to pay out \$/)
    expect(email?.text).toContain('You asked us to pay out $42.50 to your bank account ending in 6789.')
    expect(email?.text).toContain('If this wasn’t you, change your password and contact support right away.')
  })

  it('notices a change of bank details before its webhook arrives', async () => {
    const owner = await makeEarner(provider, 10_000)
    const { body } = await owner.client.post('/api/payouts/onboarding-link')
    await provider.onboard(body.url, '000111111113')
    expect((await withdraw(owner, 10)).status).toBe(409)
    expect(await countPayouts(owner)).toBe(0)
  })

  it('emails the owner when the bank details change, and pays nothing out for 48 hours', async () => {
    const owner = await returnAfter(earners[0], 0)
    const before = await listEmailsTo(provider.app, owner.email)
    expect(before.map(({ subject }) => subject)).toContain('Your bank details were added')
    await changeBank(owner, '000111111116')
    const email = (await listEmailsTo(provider.app, owner.email)).at(-1)
    expect(email?.subject).toBe('Your bank details were changed')
    expect(email?.text).toContain('bank account ending in 1116')
    expect(email?.text).toContain('For your safety, you can withdraw again from')

    const refused = await withdraw(owner, 10)
    const { payable_from: payableFrom, bank_last4: last4 } = (await owner.client.get('/api/payouts/method'))
      .body
    expect([refused.status, refused.body.payable_from, last4]).toEqual([409, payableFrom, '1116'])
    expect(refused.body.detail).toMatch(/^Your bank details changed recently. You can withdraw from .+ UTC$/)
    expect(await countPayouts(owner)).toBe(0)
    expect((await withdraw(await returnAfter(owner, 47 * HOURS), 10)).status).toBe(409)
    const returned = await returnAfter(owner, 2 * HOURS)
    expect((await returned.client.get('/api/payouts/method')).body.payable_from).toBeNull()
    expect((await withdraw(returned, 10)).status).toBe(201)
  })

  it('holds a payout back whose bank details change before it was sent', async () => {
    const owner = await returnAfter(earners[1], 0)
    expect((await withdraw(owner, 10)).status).toBe(201)
    await changeBank(owner, '000111111116')
    const listAfter = async (minutes: number) => {
      const { client } = await returnAfter(owner, minutes)
      return (await client.get('/api/payouts/me')).body.results
    }
    expect(await listAfter(HOURS)).toMatchObject([{ status: 'pending', provider_payout_id: null }])
    expect(await listAfter(48 * HOURS)).toMatchObject([{ provider_payout_id: expect.stringMatching(/^po_/) }])
  })

  it('pays nothing out for 48 hours after “This wasn’t me”, also what was requested before', async () => {
    const owner = await returnAfter(earners[3], 0)
    const another = 'another quiet river 7'
    await owner.client.post('/api/auth/password/change', {
      current_password: PASSWORD,
      password: another,
      confirm_password: another,
    })
    const token = await findNotMeToken(owner)
    expect((await withdraw(owner, 10)).status).toBe(201)
    expect(await disown(token)).toBe('password')
    const later = await returnAfter(owner, 47 * HOURS)
    expect((await later.client.get('/api/payouts/me')).body.results).toMatchObject([
      { status: 'pending', provider_payout_id: null },
    ])
    expect((await later.client.get('/api/payouts/method')).body.held_because).toBe('not_me')
    expect((await withdraw(later, 10)).body.detail).toMatch(/^You told us that a change wasn’t you/)
    const rested = await returnAfter(owner, 2 * HOURS)
    expect((await rested.client.get('/api/payouts/me')).body.results).toMatchObject([
      { provider_payout_id: expect.stringMatching(/^po_/) },
    ])
    expect((await withdraw(rested, 10)).status).toBe(201)
  })

  it('pays nothing out to a bank account that the owner disowned by mail, until there is another', async () => {
    const owner = await returnAfter(earners[2], 0)
    await changeBank(owner, '000111111116')
    expect(await disown(await findNotMeToken(owner))).toBe('bank')
    expect((await owner.client.get('/api/payouts/method')).status).toBe(401)
    const later = await returnAfter(owner, 72 * HOURS)
    expect((await later.client.get('/api/payouts/method')).body).toMatchObject({
      payable_from: null,
      held_because: 'bank_disowned',
    })
    expect((await withdraw(later, 10)).body.detail).toBe(
      'You told us that your bank account isn’t yours. Enter your own to withdraw',
    )
    await changeBank(later, '000111111113')
    expect((await later.client.get('/api/payouts/method')).body.held_because).toBe('bank_changed')
    expect((await withdraw(await returnAfter(owner, 49 * HOURS), 10)).status).toBe(201)
  })
})

it('sends no payout while the bank details can’t be read', async () => {
  const provider = await openStripe()
  const { client } = await makeEarner(provider, 10_000)
  expect((await client.post('/api/payouts', { amount: 10 })).status).toBe(201)
  const { body } = await client.post('/api/payouts/onboarding-link')
  await provider.onboard(body.url, '000111111116')
  provider.stripe.injectFaults('account.retrieve', ...Array(8).fill('refused'))
  await provider.app.drain()
  const sent = [...provider.stripe.things.values()].filter(({ object }) => object === 'payout')
  expect(sent).toEqual([])
  const list = (await client.get('/api/payouts/me')).body.results
  expect(list).toMatchObject([{ status: 'pending', provider_payout_id: null }])
  await provider.close()
})

describe('confirming who you are', () => {
  it('accepts a Google credential of the account once, and nobody else’s', async () => {
    const google = await startIdentityProvider()
    const app = await testApp(google.settings)
    const signIn = async (claims: object) =>
      (
        await app.visitor.post('/api/auth/google', {
          credential: await google.sign(claims),
          role: 'caregiver',
        })
      ).body
    const owner = google.makeClaims()
    const stranger = google.makeClaims()
    const session = await signIn(owner)
    await signIn(stranger)
    await app.advance(11)
    const client = app.withToken(
      (await app.visitor.post('/api/auth/token/refresh', { refresh: session.refresh })).body.access,
    )
    const refused = await client.post('/api/payouts/onboarding-link')
    expect([refused.status, refused.body.methods]).toEqual([403, ['google']])

    const prove = async (claims: object) =>
      client.post('/api/auth/reauthenticate', { credential: await google.sign(claims) })
    expect((await prove({ ...stranger, jti: 'another' })).status).toBe(400)
    expect((await client.post('/api/auth/reauthenticate', { password: '        x' })).status).toBe(400)
    expect((await client.post('/api/payouts/onboarding-link')).status).toBe(403)
    expect((await prove({ ...owner, jti: 'again' })).status).toBe(200)
    expect((await prove({ ...owner, jti: 'again' })).status).toBe(400)
    expect((await client.post('/api/payouts/onboarding-link')).status).toBe(200)
    await app.close()
    await google.stop()
  })

  it('limits wrong passwords together with those of a password change', async () => {
    const provider = await PROVIDERS.sandbox({ RATE_LIMITS: 'on' })
    const owner = await makeEarner(provider, 10_000)
    const wrong = { password: 'not my password' }
    for (let count = 0; count < 10; count += 1) {
      expect((await owner.client.post('/api/auth/reauthenticate', wrong)).status).toBe(400)
    }
    const limited = await owner.client.post('/api/auth/reauthenticate', { password: PASSWORD })
    expect([limited.status, limited.body.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    await provider.close()
  })
})
