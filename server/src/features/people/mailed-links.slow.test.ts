/** Of the links that were mailed, only the newest works. @see docs/rules/accounts.md#password-reset */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import {
  findAccount,
  getVerificationToken,
  logIn,
  makeSignupBody,
  makeUser,
  PASSWORD,
  requestResetToken,
  signUp,
  verifyEmail,
} from '../../../test/factories/accounts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const NEW_PASSWORD = 'another long word 7'
const reset = (token: string) =>
  app.visitor.post('/api/auth/password/reset/confirm', {
    token,
    password: NEW_PASSWORD,
    confirm_password: NEW_PASSWORD,
  })

it('ends a reset link when a newer one is sent', async () => {
  const user = await makeUser(app, { role: 'caretaker' })
  const older = await requestResetToken(app, user.email)
  const newer = await requestResetToken(app, user.email)
  const answer = await reset(older)
  expect([answer.status, answer.body.detail]).toEqual([
    400,
    'This reset link was already used, or replaced by a newer one',
  ])
  expect((await logIn(app, user.email, PASSWORD)).status).toBe(200)
  expect((await reset(newer)).status).toBe(200)
})

it('ends a verification link when a newer one is sent', async () => {
  const body = makeSignupBody()
  const { verification_handle: handle } = (await signUp(app, body)).body
  const older = await getVerificationToken(app, body.email)
  await app.visitor.post('/api/auth/resend-verification', { email: body.email })
  const newer = await getVerificationToken(app, body.email)
  const answer = await verifyEmail(app, older, handle)
  expect([answer.status, answer.body.detail]).toEqual([
    400,
    'This verification link was already used, or replaced by a newer one',
  ])
  expect((await findAccount(app, body.email))?.emailVerifiedAt).toBeNull()
  expect((await verifyEmail(app, newer, handle)).status).toBe(200)
})

it('keeps a verification link when a reset link is sent', async () => {
  const body = makeSignupBody()
  const { verification_handle: handle } = (await signUp(app, body)).body
  const token = await getVerificationToken(app, body.email)
  await requestResetToken(app, body.email)
  expect((await verifyEmail(app, token, handle)).status).toBe(200)
})
