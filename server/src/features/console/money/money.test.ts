import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { earn, makeEarner, openStripe } from '../../../../test/factories/providers.ts'
import { verifyLedger } from '../../reconciliation/index.ts'

let provider: Awaited<ReturnType<typeof openStripe>>
let finance: TestUser
let admin: TestUser
beforeAll(async () => {
  provider = await openStripe()
  finance = await makeUser(provider.app, { role: 'admin', staffRole: 'finance', fullName: 'Finn Finance' })
  admin = await makeUser(provider.app, { role: 'admin' })
})
afterAll(async () => {
  expect(await verifyLedger(provider.app.deps.database)).toEqual([])
  await provider.close()
})

const getList = async (path: string) => (await finance.client.get(`/api/admin-panel/${path}`)).body
const postAction = (path: string, by = finance) => by.client.post(`/api/admin-panel/${path}`)
const listAuditEntries = async (subject: string) => {
  const { body } = await admin.client.get('/api/admin-panel/audit?page_size=100')
  return body.results.filter((entry: { subject: string }) => entry.subject === subject)
}
const withdraw = async ({ client }: TestUser, amount: number): Promise<number> => {
  const { status, body } = await client.post('/api/payouts', { amount })
  expect(status).toBe(201)
  return body.id
}

test('payments are listed with both sides and can be found by number, person and step', async () => {
  const caregiver = await makeUser(provider.app, { role: 'caregiver', fullName: 'Clara Carer' })
  const id = await earn(provider, caregiver, 5_000)
  const { count, results } = await getList(`payments?person_id=${caregiver.id}`)
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({
    id,
    caregiver: { id: caregiver.id, name: 'Clara Carer' },
    family: { id: expect.any(Number), name: expect.any(String) },
    amount_usd: 50,
    step: 'succeeded',
    is_stuck: false,
    can_refund: true,
    provider: 'stripe',
  })
  expect((await getList(`payments?q=%23${id}`)).results.map((row: { id: number }) => row.id)).toContain(id)
  expect((await getList('payments?q=clara')).count).toBe(1)
  expect((await getList(`payments?person_id=${caregiver.id}&state=failed`)).count).toBe(0)
  expect(await postAction(`payments/${id}/retry`)).toMatchObject({
    status: 409,
    body: { detail: 'This is finished, so there is nothing to try again' },
  })
  expect(await listAuditEntries(`payment:${id}`)).toEqual([])
})

test('a refused payout is stuck, and a retry sends it', async () => {
  const caregiver = await makeEarner(provider, 10_000)
  provider.stripe.injectFaults('transfer.create', 'no balance')
  const id = await withdraw(caregiver, 20)
  await provider.app.drain()
  const [stuck] = (await getList('payouts?state=stuck')).results
  expect(stuck).toMatchObject({
    id,
    step: 'pending',
    is_stuck: true,
    refusals: 1,
    caregiver: { id: caregiver.id },
  })

  expect((await postAction(`payouts/${id}/retry`)).body).toEqual({ message: 'Payout is being tried again' })
  await provider.deliverEvents()
  await provider.endPayouts('paid')
  expect((await getList('payouts?state=stuck')).count).toBe(0)
  expect((await getList(`payouts?q=${id}`)).results[0]).toMatchObject({ id, step: 'paid', can_cancel: false })
  expect(await listAuditEntries(`payout:${id}`)).toMatchObject([
    { action: 'payout.retried', actor: { name: 'Finn Finance' } },
  ])
  expect((await postAction(`payouts/${id}/retry`)).status).toBe(409)
})

test('a payout that was not sent yet can be canceled, and its money is available again', async () => {
  const caregiver = await makeEarner(provider, 10_000)
  const getBalance = async () => (await caregiver.client.get('/api/wallets/mine')).body.balance
  const before = await getBalance()
  const id = await withdraw(caregiver, 30)
  expect(await getBalance()).toBe(before - 30)
  expect((await getList(`payouts?person_id=${caregiver.id}`)).results).toMatchObject([
    { id, can_cancel: true },
  ])
  expect((await postAction(`payouts/${id}/cancel`)).body).toEqual({ message: 'Payout canceled' })
  await provider.deliverEvents()
  expect(await getBalance()).toBe(before)
  expect((await getList(`payouts?q=${id}`)).results[0]).toMatchObject({ step: 'canceled' })
  expect((await postAction(`payouts/${id}/cancel`)).status).toBe(409)

  const sent = await withdraw(caregiver, 30)
  await provider.deliverEvents()
  expect(await postAction(`payouts/${sent}/cancel`)).toMatchObject({
    status: 409,
    body: { detail: 'This payout is on its way, so it can’t be canceled' },
  })
})

test('only finance and admins see money and act on it', async () => {
  const support = await makeUser(provider.app, { role: 'admin', staffRole: 'support' })
  expect((await support.client.get('/api/admin-panel/payouts')).status).toBe(403)
  expect((await postAction('payouts/1/cancel', support)).status).toBe(403)
  for (const path of ['payments', 'refunds', 'payouts']) {
    expect((await postAction(`${path}/999999999/retry`)).status).toBe(404)
  }
})
