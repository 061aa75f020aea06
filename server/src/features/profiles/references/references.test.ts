/** @see docs/rules/profiles-and-files.md#references */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { findLinkToken, listEmailsTo, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeCaregiver, setVerificationStatus } from '../../../../test/factories/profiles.ts'

const OWN = '/api/auth/caregiver/references'

let app: TestApp
let counter = 0
beforeAll(async () => {
  app = await testApp({ RATE_LIMITS: 'on' })
})
afterAll(() => app.close())

const newEmail = () => `referee-${++counter}@example.test`
const add = ({ client }: TestUser, email: string, more: object = {}) =>
  client.post(OWN, { name: 'Rosa Smith', email, relation: 'family', years: 3, ...more })
const list = async ({ client }: TestUser) => (await client.get(OWN)).body.references
const listStates = async (caregiver: TestUser) =>
  (await list(caregiver)).map(({ state }: { state: string }) => state)
const countShown = async ({ id }: TestUser) =>
  (await app.visitor.get(`/api/auth/caregivers/${id}`)).body.references_confirmed
const findToken = (email: string) => findLinkToken(app, email, 'reference')
const look = (token: string) => app.visitor.get(`/api/references?token=${token}`)
const answer = (token: string, confirms: boolean) =>
  app.visitor.post('/api/references/answer', { token, confirms })
const deleteData = (token: string) => app.visitor.post('/api/references/delete', { token })
/** As if the caregiver had asked so many days earlier. */
const backdate = ({ id }: TestUser, days: number) =>
  app.deps.database.execute(
    sql`UPDATE caregiver_references SET asked_at = asked_at - make_interval(days => ${days}) WHERE caregiver_id = ${id}`,
  )
const listTold = async ({ client }: TestUser) => {
  await app.drain()
  const { results } = (await client.get('/api/notifications/')).body
  return results.filter(({ type }: { type: string }) => type === 'reference_confirmed')
}
const countMails = async (email: string) => (await listEmailsTo(app, email)).length

it('asks a referee, whose yes is shown as a number without their name or email', async () => {
  const caregiver = await makeCaregiver(app, { name: 'Nora Lind' })
  const email = newEmail()
  const added = await add(caregiver, email.toUpperCase())
  expect(added).toMatchObject({ status: 201, body: { email, name: 'Rosa Smith', state: 'asked' } })
  const [mail] = await listEmailsTo(app, email)
  expect(mail?.subject).toBe('Nora asks you for a reference')
  expect(mail?.text).toContain('They worked for your family')
  expect(mail?.text, 'nothing that the caregiver typed about them').not.toContain('Rosa')
  const token = await findToken(email)
  expect((await look(token)).body).toMatchObject({
    ...{ caregiver_name: 'Nora Lind', name: 'Rosa Smith', relation: 'family', years: 3, confirms: null },
    is_over: false,
  })
  expect([await countShown(caregiver), await listStates(caregiver)], 'reading confirms nothing').toEqual([
    0,
    ['asked'],
  ])
  expect((await answer(token, true)).body).toMatchObject({ confirms: true })
  expect([await countShown(caregiver), await listStates(caregiver)]).toEqual([1, ['confirmed']])
  expect((await answer(token, true)).status, 'pressed twice').toBe(200)
  const [told, ...more] = await listTold(caregiver)
  expect([told?.payload.action_text, more]).toEqual(['See your references', []])
  expect(JSON.stringify(told), 'it stays when their data is deleted').not.toContain('Rosa')
  const page = JSON.stringify((await app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)).body)
  expect(page).not.toMatch(/Rosa|referee-/)
  const id = added.body.id
  expect((await caregiver.client.post(`${OWN}/${id}/ask`)).status).toBe(409)
  expect((await answer(token, false)).body, 'they may change their mind').toMatchObject({ confirms: false })
  expect(await countShown(caregiver)).toBe(0)
})

it('never shows a caregiver who refused, and mails nobody who did', async () => {
  const caregiver = await makeCaregiver(app)
  const [refuser, silent] = [newEmail(), newEmail()]
  const { body: refused } = await add(caregiver, refuser)
  const { body: unanswered } = await add(caregiver, silent)
  await answer(await findToken(refuser), false)
  expect(await listStates(caregiver)).toEqual(['asked', 'asked'])
  expect(await listTold(caregiver), 'a no stays unsaid').toEqual([])
  await backdate(caregiver, 30)
  expect(await listStates(caregiver)).toEqual(['not_confirmed', 'not_confirmed'])
  for (const { id } of [refused, unanswered]) {
    expect(await caregiver.client.post(`${OWN}/${id}/ask`)).toMatchObject({
      status: 200,
      body: { state: 'asked' },
    })
  }
  expect([await countMails(refuser), await countMails(silent)]).toEqual([1, 2])
  await backdate(caregiver, 7)
  await caregiver.client.delete(`${OWN}/${refused.id}`)
  expect((await add(caregiver, refuser)).status, 'named again').toBe(201)
  expect(await countMails(refuser)).toBe(1)
})

it('ends a link after 30 days and with a newer one, but lets referees delete their data at any time', async () => {
  const caregiver = await makeCaregiver(app)
  const email = newEmail()
  const { body: reference } = await add(caregiver, email)
  const first = await findToken(email)
  await backdate(caregiver, 30)
  expect((await look(first)).body.is_over).toBe(true)
  expect((await answer(first, true)).body.detail).toBe('This link has expired')
  await caregiver.client.post(`${OWN}/${reference.id}/ask`)
  const second = await findToken(email)
  for (const call of [look, (token: string) => answer(token, true), deleteData]) {
    expect(await call(first)).toMatchObject({ status: 400, body: { detail: 'This link is not valid' } })
  }
  await answer(second, true)
  await backdate(caregiver, 90)
  expect((await deleteData(second)).status).toBe(204)
  expect([await list(caregiver), await countShown(caregiver), (await look(second)).status]).toEqual([
    [],
    0,
    400,
  ])
  const { rows } = await app.deps.database.$client.query('SELECT t::text AS row FROM caregiver_references t')
  expect(JSON.stringify(rows)).not.toContain(email)
  expect(await add(caregiver, email)).toMatchObject({
    status: 400,
    body: { email: ["This person doesn't want emails about you"] },
  })
  expect(await countMails(email)).toBe(2)
})

it('mails a referee once a week, also when they are removed and named again', async () => {
  const caregiver = await makeCaregiver(app)
  const email = newEmail()
  const { body: reference } = await add(caregiver, email)
  const tooSoon = 'You can ask the same person once a week'
  await answer(await findToken(email), true)
  expect((await caregiver.client.delete(`${OWN}/${reference.id}`)).status).toBe(204)
  expect([await list(caregiver), await countShown(caregiver)]).toEqual([[], 0])
  expect((await add(caregiver, email.replace('@', '+again@'))).body.email).toEqual([tooSoon])
  await backdate(caregiver, 7)
  const { body: again } = await add(caregiver, email)
  expect(again.state, 'the earlier yes is gone').toBe('asked')
  expect((await caregiver.client.post(`${OWN}/${again.id}/ask`)).body.detail).toBe(tooSoon)
  expect(await countMails(email)).toBe(2)
})

it('refuses a fourth, the same person twice, the caregiver’s own address and what is no referee', async () => {
  const caregiver = await makeCaregiver(app)
  const email = newEmail()
  await add(caregiver, email)
  for (const [body, field, message] of [
    [{ email: email.replace('@', '+x@') }, 'email', 'You have named this person already'],
    [{ email: caregiver.email.replace('@', '+x@') }, 'email', 'Enter the email of someone else'],
    [{ email: 'rosa' }, 'email', 'Enter a valid email'],
    [{ name: 'Visit evil.test' }, 'name', "Name can't contain a web address. Put a space after each dot"],
    [{ relation: 'mother' }, 'relation', 'Choose how you know each other'],
    [{ years: 61 }, 'years', 'Years must be a whole number from 0 to 60'],
  ] as const) {
    const answered = await add(caregiver, newEmail(), body)
    expect([answered.status, answered.body[field]], field).toEqual([400, [message]])
  }
  await add(caregiver, newEmail())
  await add(caregiver, newEmail())
  expect(await add(caregiver, newEmail())).toMatchObject({
    status: 409,
    body: { detail: 'You can have 3 references. Remove one to add another' },
  })
  expect(await list(caregiver)).toHaveLength(3)
})

it('sends nothing for a caregiver whom staff flagged', async () => {
  const caregiver = await makeCaregiver(app)
  const email = newEmail()
  await setVerificationStatus(app, caregiver.id, 'flagged')
  expect((await add(caregiver, email)).status).toBe(403)
  expect([await list(caregiver), await countMails(email)]).toEqual([[], 0])
})

it('mails at most six addresses of a caregiver’s choice a week', async () => {
  const caregiver = await makeCaregiver(app)
  for (let named = 0; named < 6; named += 1) {
    const { status, body } = await add(caregiver, newEmail())
    expect(status).toBe(201)
    await caregiver.client.delete(`${OWN}/${body.id}`)
  }
  const last = newEmail()
  expect((await add(caregiver, last)).status).toBe(429)
  expect([await list(caregiver), await countMails(last)]).toEqual([[], 0])
})
