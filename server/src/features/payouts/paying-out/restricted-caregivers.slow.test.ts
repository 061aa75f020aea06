/**
 * The money of a flagged or rejected caregiver waits.
 * @see docs/rules/profiles-and-files.md#restricted-caregivers
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { logInAgain, setVerificationStatus } from '../../../../test/factories/profiles.ts'
import { makeEarner, PROVIDERS, type Provider } from '../../../../test/factories/providers.ts'
import { createProfile } from '../../profiles/index.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

describe.each(['sandbox', 'stripe'] as const)('with %s', (name) => {
  let provider: Provider
  beforeAll(async () => {
    provider = await PROVIDERS[name]()
  })
  afterAll(() => provider.close())

  async function makeVerifiedEarner(): Promise<TestUser> {
    const caregiver = await makeEarner(provider, 10_000)
    await createProfile(provider.app.deps, caregiver.id, null)
    await setVerificationStatus(provider.app, caregiver.id, 'verified')
    return caregiver
  }
  const withdraw = ({ client }: TestUser) => client.post('/api/payouts', { amount: 40 })
  const getPayouts = async ({ client }: TestUser) => (await client.get('/api/payouts/me')).body.results
  const getWallet = async ({ client }: TestUser) => (await client.get('/api/wallets/mine')).body

  it.each(['flagged', 'rejected'] as const)(
    'refuses a payout of a %s caregiver and keeps the money',
    async (status) => {
      const caregiver = await makeVerifiedEarner()
      await setVerificationStatus(provider.app, caregiver.id, status)

      const answer = await withdraw(caregiver)

      expect([answer.status, answer.body.detail]).toEqual([
        409,
        'Payouts are on hold while your profile is not verified. Contact support if you have questions',
      ])
      expect(await getWallet(caregiver)).toMatchObject({ balance: 100, payouts_held: true })
      expect(await getPayouts(caregiver)).toEqual([])
      await setVerificationStatus(provider.app, caregiver.id, 'verified')
      expect((await withdraw(caregiver)).status).toBe(201)
    },
  )

  it('does not send a payout that was requested before, until the caregiver is verified again', async () => {
    const caregiver = await makeVerifiedEarner()
    const before = await provider.getHeldCents()
    expect((await withdraw(caregiver)).status).toBe(201)
    await setVerificationStatus(provider.app, caregiver.id, 'flagged')
    await provider.deliverEvents()
    await provider.endPayouts('paid')
    expect((await getPayouts(caregiver))[0]).toMatchObject({ status: 'pending', provider_payout_id: null })
    expect(await provider.getHeldCents()).toBe(before)

    await setVerificationStatus(provider.app, caregiver.id, 'verified')
    await provider.app.advance(15)
    await provider.endPayouts('paid')
    const [payout] = await getPayouts({ ...caregiver, client: await logInAgain(provider.app, caregiver) })
    expect(payout.provider_payout_id).toMatch(/^po_/)
    expect(await verifyLedger(provider.app.deps.database)).toEqual([])
  })
})
