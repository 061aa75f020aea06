import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  checkout,
  confirm,
  makeAcceptedRequest,
  makeRequest,
  type TestRequest,
} from '../../../../test/factories/bookings.ts'
import { payFor } from '../../../../test/factories/payments.ts'
import { makeFamily } from '../../../../test/factories/profiles.ts'
import { familyProfiles } from '../../profiles/tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A request of a new family that is paid with a card of this name. */
async function payWith(cardName: string, family = 'Anna & Tom Miller'): Promise<TestRequest> {
  const request = await makeAcceptedRequest(app, { family: await makeFamily(app, { name: family }) })
  await pay(request, cardName)
  return request
}

async function pay(request: TestRequest, cardName: string): Promise<void> {
  expect((await payFor(app, await checkout(request), undefined, { name: cardName })).status).toBe(303)
  await confirm(request)
}

/** What its caregiver reads: on the request, the booking and the family's page. */
async function readBy({ client }: TestRequest['caregiver'], { id, family }: TestRequest) {
  const paths = [
    `/api/requests/${id}`,
    `/api/requests/bookings/caregiver/${id}`,
    `/api/auth/caretakers/${family.id}`,
  ]
  const answers = []
  for (const path of paths) answers.push((await client.get(path)).body.is_card_checked)
  return answers
}

it('tells caregivers of a family whose card had its name, and keeps nothing of the card’s name', async () => {
  const request = await payWith('TOM MILLER')
  expect(await readBy(request.caregiver, request)).toEqual([true, true, true])
  const next = await makeRequest(app, { family: request.family })
  expect((await next.caregiver.client.get(`/api/requests/${next.id}`)).body.is_card_checked).toBe(true)

  const { rows } = await app.deps.database.execute<{ text: string }>(sql`
    SELECT (SELECT string_agg(t::text, '') FROM family_profiles t) ||
      (SELECT string_agg(t::text, '') FROM payments t) AS text`)
  expect(rows[0]?.text).not.toContain('TOM MILLER')
})

it('says nothing after a card of another name, nor before a payment', async () => {
  const request = await payWith('SAM SMITH')
  expect(await readBy(request.caregiver, request)).toEqual([false, false, false])
  const unpaid = await makeAcceptedRequest(app, { family: await makeFamily(app, { name: 'Fay Hart' }) })
  expect((await unpaid.caregiver.client.get(`/api/requests/${unpaid.id}`)).body.is_card_checked).toBe(false)
})

it('ends with a new name of the family, and not with anything else that it changes', async () => {
  const request = await payWith('TOM MILLER')
  const { client, id } = request.family
  const change = async (changes: object) =>
    expect((await client.put('/api/auth/caretaker/profile', changes)).status).toBe(200)
  await change({ editable_full_name: 'Anna & Tom Miller', city: 'Boston', country: 'United States' })
  expect(await readBy(request.caregiver, request)).toEqual([true, true, true])
  await change({ editable_full_name: 'Vera Holt' })
  expect(await readBy(request.caregiver, request)).toEqual([false, false, false])
  const [profile] = await app.deps.database.select().from(familyProfiles).where(eq(familyProfiles.userId, id))
  expect(profile?.cardCheckedAt).toBeNull()
})
