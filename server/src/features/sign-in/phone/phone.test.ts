/** @see docs/rules/accounts.md#phone-numbers */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { TestUser } from '../../../../test/factories/accounts.ts'
import { makeCaregiver } from '../../../../test/factories/profiles.ts'
import { startSmsProvider, type TestSmsProvider } from '../../../../test/sms-provider.ts'

const PHONE = '+1 (212) 555-0142'
const WRONG = 'This code is not correct, or it has expired'

let provider: TestSmsProvider
let app: TestApp
beforeAll(async () => {
  provider = await startSmsProvider()
  app = await testApp({ ...provider.settings, RATE_LIMITS: 'on' })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  provider.status = undefined
})

const save = ({ client }: TestUser, phone_number: string) =>
  client.patch('/api/auth/caregiver/profile', { phone_number })
const read = async ({ client }: TestUser) => (await client.get('/api/auth/phone')).body
const send = ({ client }: TestUser) => client.post('/api/auth/phone/code')
const verify = ({ client }: TestUser, code: string) =>
  client.post('/api/auth/phone/verify', { phone_code: code })
const lastCode = () => provider.sent.at(-1)?.text.slice(0, 6) ?? ''
/** A code that isn't this one. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
/** A number of its own for each person, because messages to a number are limited. */
let counter = 100
const newPhone = () => `+1 212 555 0${++counter}`

it('sends a code to the saved number, which verifies it once; another number isn’t verified', async () => {
  const caregiver = await makeCaregiver(app)
  expect(await read(caregiver)).toEqual({ phone_number: '', is_verified: false, can_verify: true })
  await save(caregiver, PHONE)
  expect((await send(caregiver)).status).toBe(204)
  expect(provider.sent.at(-1)).toMatchObject({ to: '+12125550142', from: '+12125550100' })
  const code = lastCode()
  expect((await verify(caregiver, otherThan(code))).body.phone_code).toEqual([WRONG])
  const verified = { phone_number: PHONE, is_verified: true, can_verify: true }
  expect(await verify(caregiver, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({
    status: 200,
    body: verified,
  })
  expect((await send(caregiver)).status).toBe(409)
  await save(caregiver, newPhone())
  expect((await read(caregiver)).is_verified).toBe(false)
  expect((await verify(caregiver, code)).status, 'used').toBe(400)
})

it('refuses a code of another number, of an earlier message, and after 10 minutes', async () => {
  const caregiver = await makeCaregiver(app)
  const phone = newPhone()
  await save(caregiver, phone)
  await send(caregiver)
  const first = lastCode()
  await save(caregiver, newPhone())
  expect((await verify(caregiver, first)).body.phone_code).toEqual([WRONG])
  await save(caregiver, phone)
  await send(caregiver)
  const second = lastCode()
  if (first !== second) expect((await verify(caregiver, first)).body.phone_code).toEqual([WRONG])
  await app.advance(10)
  expect((await verify(caregiver, second)).body.phone_code).toEqual([WRONG])
  expect((await read(caregiver)).is_verified).toBe(false)
})

it('allows five wrong codes for a message, and five messages an hour', async () => {
  const caregiver = await makeCaregiver(app)
  await save(caregiver, newPhone())
  await send(caregiver)
  const wrong = otherThan(lastCode())
  for (let tried = 0; tried < 5; tried += 1) expect((await verify(caregiver, wrong)).status).toBe(400)
  expect(await verify(caregiver, lastCode())).toMatchObject({
    status: 429,
    body: { detail: expect.stringContaining('Ask for another code') },
  })
  for (let sent = 1; sent < 5; sent += 1) expect((await send(caregiver)).status).toBe(204)
  const count = provider.sent.length
  expect((await send(caregiver)).status).toBe(429)
  expect(provider.sent).toHaveLength(count)
  expect((await verify(caregiver, lastCode())).status, 'of the newest message').toBe(200)
})

it('says when a number needs its country code, or gets no messages', async () => {
  const caregiver = await makeCaregiver(app)
  const withCountry = 'Save your number with its country code first, such as +1 212 555 0142'
  for (const phone of ['', '212 555 0142', '+1 999 999 9999']) {
    await save(caregiver, phone)
    expect(await send(caregiver), phone).toMatchObject({ status: 400, body: { detail: withCountry } })
  }
  await save(caregiver, newPhone())
  provider.status = 400
  expect((await send(caregiver)).body.detail).toBe("We can't send text messages to this number")
})

it('isn’t offered without a provider', async () => {
  const { sms } = app.deps
  app.deps.sms = null
  try {
    const caregiver = await makeCaregiver(app)
    await save(caregiver, newPhone())
    expect((await read(caregiver)).can_verify).toBe(false)
    expect([(await send(caregiver)).status, (await verify(caregiver, '123456')).status]).toEqual([404, 404])
  } finally {
    app.deps.sms = sms
  }
})
