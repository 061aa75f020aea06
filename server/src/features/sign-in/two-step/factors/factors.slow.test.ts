import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import { createAuthenticator } from '../../../../../test/authenticator.ts'
import {
  findAccount,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  probeToken,
} from '../../../../../test/factories/accounts.ts'
import { logInAgain } from '../../../../../test/factories/profiles.ts'
import {
  addApp,
  addPasskey,
  expectOk,
  finishLogin,
  logInTwice,
  nextCode,
  showCode,
  startLogin,
} from '../../../../../test/factories/two-step.ts'
import { appSetups, factors, recoveryCodes } from '../tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const makeFamily = () => makeUser(app, { role: 'caretaker' })
const listSubjects = async (email: string) => (await listEmailsTo(app, email)).map(({ subject }) => subject)

describe('the first factor', () => {
  it('turns two-step sign-in on, shows ten codes once, and ends all other sessions', async () => {
    const user = await makeFamily()
    const other = await logIn(app, user.email)
    const { codes } = await addApp(app, user.client)
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    expect(codes?.[0]).toMatch(/^([A-HJKMNP-TV-Z2-9]{4}-){3}[A-HJKMNP-TV-Z2-9]{4}$/)
    expect((await probeToken(app, other.body.access)).status).toBe(401)
    const { body } = await user.client.get('/api/auth/two-step')
    expect(body).toEqual({
      is_on: true,
      is_required: false,
      passkeys: [],
      app: { name: 'My app', created_at: expect.any(String), used_at: null },
      recovery_codes_left: 10,
      remembered_devices: 0,
    })
    expect(await listSubjects(user.email)).toContain('Two-step sign-in is on for your Tendwell account')
    const { codes: more } = await addPasskey(app, user.client)
    expect(more).toBeNull()
    expect(await listSubjects(user.email)).toContain('A passkey was added to your Tendwell account')
  })

  it('ends logins that wait for their second step', async () => {
    const user = await makeFamily()
    const { secret } = await addApp(app, user.client)
    const { ticket } = await startLogin(app, user.email)
    await addPasskey(app, user.client)
    expect((await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })).status).toBe(401)
  })

  it('is stored encrypted, and codes only as hashes', async () => {
    const user = await makeFamily()
    const unconfirmed = (await user.client.post('/api/auth/two-step/app')).body.secret
    const setups = JSON.stringify(await app.deps.database.select().from(appSetups))
    expect(setups).toContain(`"userId":${user.id}`)
    expect(setups).not.toContain(unconfirmed)
    const { secret, codes } = await addApp(app, user.client)
    const stored = JSON.stringify([
      await app.deps.database.select().from(factors),
      await app.deps.database.select().from(recoveryCodes),
    ])
    expect(stored).not.toContain(secret)
    for (const code of codes ?? []) expect(stored).not.toContain(code.replaceAll('-', ''))
  })
})

describe('an authenticator app', () => {
  it('counts only once a code confirms it, within the hour', async () => {
    const user = await makeFamily()
    const { secret, uri } = (await user.client.post('/api/auth/two-step/app')).body
    expect(uri).toContain('otpauth://totp/Tendwell')
    expect((await findAccount(app, user.email))?.twoStepAt).toBeNull()
    const confirm = (app_code: string, client = user.client) =>
      client.post('/api/auth/two-step/app/confirm', { name: 'Phone', app_code })
    const wrong = await confirm('000000')
    expect([wrong.status, wrong.body.app_code]).toEqual([400, [expect.stringContaining('isn’t right')]])
    await app.advance(61)
    const late = await confirm(showCode(app, secret), await logInAgain(app, user))
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect((await logIn(app, user.email)).status).toBe(200)
  })

  it('can be added once, and the code that confirmed it can’t log in too', async () => {
    const user = await makeFamily()
    const { code } = await addApp(app, user.client)
    const { ticket } = await startLogin(app, user.email)
    expect((await finishLogin(app, { ticket, app_code: code })).status).toBe(400)
    expect((await user.client.post('/api/auth/two-step/app')).status).toBe(409)
  })
})

describe('passkeys', () => {
  it('are at most ten', async () => {
    const user = await makeFamily()
    for (let count = 0; count < 10; count += 1) await addPasskey(app, user.client)
    const { status, body } = await user.client.post('/api/auth/two-step/passkeys/options')
    expect([status, body.detail]).toEqual([409, expect.stringContaining('10 passkeys')])
  })

  it('are at most ten, even when five are added at once', async () => {
    const user = await makeFamily()
    for (let count = 0; count < 8; count += 1) await addPasskey(app, user.client)
    const made: object[] = []
    for (let count = 0; count < 5; count += 1) {
      const { options } = await expectOk(user.client.post('/api/auth/two-step/passkeys/options'))
      made.push(createAuthenticator(app).create(options))
    }
    const answers = await Promise.all(
      made.map((passkey) => user.client.post('/api/auth/two-step/passkeys', { name: 'Mine', passkey })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
    expect((await user.client.get('/api/auth/two-step')).body.passkeys).toHaveLength(10)
  })

  it('belong to one account', async () => {
    const [one, other] = [await makeFamily(), await makeFamily()]
    const authenticator = createAuthenticator(app)
    await addPasskey(app, one.client, { authenticator })
    await expect(addPasskey(app, other.client, { authenticator })).rejects.toThrow(/409/)
  })

  it('are renamed and removed by their owner', async () => {
    const user = await makeFamily()
    await addApp(app, user.client)
    await addPasskey(app, user.client)
    const { passkeys } = (await user.client.get('/api/auth/two-step')).body
    const path = `/api/auth/two-step/passkeys/${passkeys[0].id}`
    expect((await user.client.patch(path, { name: ' Work laptop ' })).status).toBe(200)
    expect((await user.client.patch('/api/auth/two-step/app', { name: 'Old phone' })).status).toBe(200)
    const named = (await user.client.get('/api/auth/two-step')).body
    expect([named.passkeys[0].name, named.app.name]).toEqual(['Work laptop', 'Old phone'])
    expect((await user.client.delete(path)).status).toBe(204)
    expect((await user.client.delete(path)).status).toBe(404)
    expect(await listSubjects(user.email)).toContain('A passkey was removed from your Tendwell account')
    const [added, removed] = (await listEmailsTo(app, user.email)).slice(-2)
    expect(added?.text).toContain('That removes what was added, logs out all devices and asks for')
    expect(removed?.text).toContain(
      'That logs out all devices and asks for a new password. Then add it again.',
    )
  })

  it('have calls that find no authenticator app', async () => {
    const user = await makeFamily()
    await addApp(app, user.client)
    const [stored] = await app.deps.database.select().from(factors).where(eq(factors.userId, user.id))
    const path = `/api/auth/two-step/passkeys/${stored?.id}`
    expect((await user.client.patch(path, { name: 'Mine' })).status).toBe(404)
    expect((await user.client.delete(path)).status).toBe(404)
    expect((await user.client.get('/api/auth/two-step')).body.app.name).toBe('My app')
  })
})

describe('the last factor', () => {
  it('turns two-step sign-in off, and ends codes and remembered devices', async () => {
    const user = await makeFamily()
    const { secret } = await addApp(app, user.client)
    const { client, cookie } = await logInTwice(app, user, { secret, remember: true })
    expect((await client.get('/api/auth/two-step')).body.remembered_devices).toBe(1)
    expect((await client.delete('/api/auth/two-step/app')).status).toBe(204)
    expect((await client.get('/api/auth/two-step')).body).toMatchObject({
      is_on: false,
      app: null,
      recovery_codes_left: 0,
      remembered_devices: 0,
    })
    expect(await listSubjects(user.email)).toContain('Two-step sign-in is off for your Tendwell account')
    const off = (await listEmailsTo(app, user.email)).find(({ subject }) => subject.includes('is off for'))
    expect(off?.text).toContain('Then turn two-step sign-in on again.')
    expect(off?.text).not.toContain('removes what was added')
    const actions = (await listAuditEntries(app, user.id)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['two-step.turned-on', 'two-step.turned-off']))
    expect((await logIn(app, user.email)).status).toBe(200)
    // The cookie of before must not skip a second step that is set up later.
    const again = await logInAgain(app, user)
    await addApp(app, again)
    const body = { email: user.email, password: PASSWORD }
    const answer = await app.visitor.post('/api/auth/login', body, { cookie: cookie ?? '' })
    expect(answer.status).toBe(403)
  })
})

describe('recovery codes', () => {
  it('are replaced as a set', async () => {
    const user = await makeFamily()
    expect((await user.client.post('/api/auth/two-step/recovery-codes')).status).toBe(404)
    const { codes } = await addApp(app, user.client)
    const { body } = await user.client.post('/api/auth/two-step/recovery-codes')
    expect(body.recovery_codes).toHaveLength(10)
    const { ticket } = await startLogin(app, user.email)
    expect((await finishLogin(app, { ticket, recovery_code: codes?.[0] })).status).toBe(400)
    const fresh = await finishLogin(app, { ticket, recovery_code: body.recovery_codes[0] })
    expect(fresh.status).toBe(200)
    expect(await listSubjects(user.email)).toContain('You have new Tendwell recovery codes')
  })
})
