/** Staff need two-step sign-in before they can use the console. @see docs/rules/two-step.md#staff */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { logIn, makeUser } from '../../../../test/factories/accounts.ts'
import { openNotificationsSocket } from '../../../../test/factories/chat.ts'
import { addApp, addPasskey } from '../../../../test/factories/two-step.ts'
import { getCallers, listRoutes } from '../../../../test/routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ ADMIN_TWO_STEP: 'required' })
})
afterAll(() => app.close())

describe('staff without a second step', () => {
  it('log in, but every call of the console is refused until they have one', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const { body } = await logIn(app, admin.email)
    expect(body.user.must_set_up_two_step).toBe(true)
    const consoleReads = listRoutes(app).filter(
      (route) =>
        route.method === 'GET' &&
        Array.isArray(getCallers(route)) &&
        getCallers(route).includes('admin') &&
        !getCallers(route).includes('caretaker'),
    )
    expect(consoleReads.length).toBeGreaterThan(25)
    for (const { path } of consoleReads) {
      const { status, body: refusal } = await admin.client.get(path.replace(/:\w+/g, '1'))
      expect([path, status, refusal.code]).toEqual([path, 403, 'two_step_required'])
    }
    // Open to a family, too, but here a member of the staff would act as such.
    const closed = await admin.client.patch('/api/disputes/1/close', {})
    expect(closed.body.code).toBe('two_step_required')

    expect((await admin.client.get('/api/auth/two-step')).body).toMatchObject({
      is_on: false,
      is_required: true,
    })
    await addPasskey(app, admin.client)
    expect((await admin.client.get('/api/admin-panel/queue')).status).toBe(200)
  })

  it('get no frames on their socket', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const socket = await openNotificationsSocket(app, admin)
    expect(await socket.closed).toBe(1013)
    await addApp(app, admin.client)
    const second = await openNotificationsSocket(app, admin)
    await second.flush()
    second.socket.close()
  })

  it('differ from families and caregivers, who don’t need one', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    const { body } = await logIn(app, family.email)
    expect(body.user).not.toHaveProperty('must_set_up_two_step')
    expect((await family.client.get('/api/home')).status).toBe(200)
  })
})

it('cannot be turned off by staff', async () => {
  const admin = await makeUser(app, { role: 'admin', staffRole: 'support' })
  await addApp(app, admin.client)
  const refused = await admin.client.delete('/api/auth/two-step/app')
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Add another way')])
  expect((await admin.client.get('/api/auth/two-step')).body).toMatchObject({
    is_on: true,
    app: { name: 'My app' },
    recovery_codes_left: 10,
  })
  await addPasskey(app, admin.client)
  expect((await admin.client.delete('/api/auth/two-step/app')).status).toBe(204)
})
