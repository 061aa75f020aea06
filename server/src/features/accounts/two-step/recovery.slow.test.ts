/** Ending someone's two-step sign-in takes two people. @see docs/rules/two-step.md#recovery-by-two-people */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findLinkToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  probeToken,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { logInAgain } from '../../../../test/factories/profiles.ts'
import { addApp, finishLogin, nextCode, startLogin } from '../../../../test/factories/two-step.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const REASON = 'Called them on the number of their profile and compared their ID'

async function makeStaff() {
  return {
    support: await makeUser(app, { role: 'admin', staffRole: 'support' }),
    admin: await makeUser(app, { role: 'admin', fullName: 'Ada Admin' }),
    second: await makeUser(app, { role: 'admin', fullName: 'Bea Admin' }),
  }
}

async function makeProtected(who: { role: 'caretaker' | 'admin' } = { role: 'caretaker' }) {
  const user = await makeUser(app, who)
  return { user, ...(await addApp(app, user.client)) }
}

const ask = (by: Pick<TestUser, 'client'>, { id }: { id: number }) =>
  by.client.post(`/api/admin-panel/people/${id}/two-step/recovery`, { reason: REASON })
const decide = (by: Pick<TestUser, 'client'>, id: number, decision = 'approve') =>
  by.client.post(`/api/admin-panel/two-step-recoveries/${id}/decision`, { decision })
const read = async (by: TestUser, { id }: { id: number }) =>
  (await by.client.get(`/api/admin-panel/people/${id}/two-step`)).body

describe('a recovery', () => {
  it('is asked for by one, approved by another, and ends factors, devices and sessions', async () => {
    const { support, admin } = await makeStaff()
    const { user } = await makeProtected()
    const { status, body } = await ask(support, user)
    expect([status, body.state, body.reason, body.can_decide]).toEqual([201, 'open', REASON, false])
    await app.drain()
    expect((await read(admin, user)).recovery.can_decide).toBe(true)
    const queue = (await admin.client.get('/api/admin-panel/queue')).body.results
    expect(queue).toContainEqual(expect.objectContaining({ kind: 'two_step_recoveries' }))
    const { results } = (await support.client.get('/api/admin-panel/two-step-recoveries')).body
    expect(results).toContainEqual(
      expect.objectContaining({ id: body.id, person: { id: user.id, name: user.fullName } }),
    )

    const approved = await decide(admin, body.id)
    expect([approved.status, approved.body]).toEqual([
      200,
      expect.objectContaining({ state: 'approved', decided_by: { id: admin.id, name: 'Ada Admin' } }),
    ])
    expect((await probeToken(app, user.token)).status).toBe(401)
    expect((await logIn(app, user.email)).status).toBe(200)
    expect(await read(admin, user)).toMatchObject({ is_on: false, has_app: false, recovery_codes_left: 0 })
    const subjects = (await listEmailsTo(app, user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Someone asked us to turn off two-step sign-in on your Tendwell account')
    expect(subjects).toContain('Two-step sign-in was turned off for your Tendwell account')
    const entries = await listAuditEntries(app, user.id)
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual(
      expect.arrayContaining([
        ['two-step.recovery-requested', support.id],
        ['two-step.recovery-approved', admin.id],
      ]),
    )
    expect((await decide(admin, body.id)).status).toBe(409)
  })

  it('is declined', async () => {
    const { support, admin } = await makeStaff()
    const { user, secret } = await makeProtected()
    const { body } = await ask(support, user)
    expect((await decide(admin, body.id, 'decline')).body.state).toBe('declined')
    const { ticket } = await startLogin(app, user.email)
    expect((await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })).status).toBe(200)
  })

  it('is stopped by the person, with the link in their mail', async () => {
    const { support, admin } = await makeStaff()
    const { user } = await makeProtected()
    const { body } = await ask(support, user)
    const token = await findLinkToken(app, user.email, 'stop-recovery')
    const stop = () => app.visitor.post('/api/auth/two-step/recovery/stop', { token })
    expect((await stop()).status).toBe(200)
    expect((await stop()).status).toBe(400)
    expect((await decide(admin, body.id)).status).toBe(409)
    expect((await read(admin, user)).recovery.state).toBe('stopped')
    expect((await startLogin(app, user.email)).methods).toContain('app')
  })

  it('expires after seven days', async () => {
    const { support, admin } = await makeStaff()
    const { user } = await makeProtected()
    const { body } = await ask(support, user)
    await app.advance(7 * 24 * 60)
    const client = await logInAgain(app, admin)
    expect((await decide({ client }, body.id)).status).toBe(409)
    expect((await ask({ client }, user)).status).toBe(201)
  })

  it('is open once for each person, even when two people ask at once', async () => {
    const { support, admin } = await makeStaff()
    const { user } = await makeProtected()
    const answers = await Promise.all([support, admin, support, admin].map((by) => ask(by, user)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it('needs a reason, a recent proof, and two-step sign-in that is on', async () => {
    const { support } = await makeStaff()
    const { user } = await makeProtected()
    const path = `/api/admin-panel/people/${user.id}/two-step/recovery`
    expect((await support.client.post(path, { reason: ' ' })).body.reason).toEqual(['Reason is required'])
    expect((await ask(support, await makeUser(app, { role: 'caregiver' }))).status).toBe(409)
    expect((await ask(support, { id: 999_999 })).status).toBe(404)
    await app.advance(11)
    expect((await ask(support, user)).body.code).toBe('reauthentication_required')
  })
})

describe('one person alone', () => {
  it('cannot ask and decide', async () => {
    const { admin } = await makeStaff()
    const { user } = await makeProtected()
    const { body } = await ask(admin, user)
    expect(body.can_decide).toBe(false)
    const attempts = await Promise.all(Array.from({ length: 5 }, () => decide(admin, body.id)))
    expect(attempts.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
    expect((await read(admin, user)).is_on).toBe(true)
  })

  it('cannot ask or decide about their own account', async () => {
    const { admin } = await makeStaff()
    const { user: subject } = await makeProtected({ role: 'admin' })
    expect((await ask(subject, subject)).status).toBe(409)
    const { body } = await ask(admin, subject)
    expect((await decide(subject, body.id)).status).toBe(409)
    expect((await read(admin, subject)).is_on).toBe(true)
  })

  it('cannot decide as support or finance, nor ask for a colleague as support', async () => {
    const { support, admin, second } = await makeStaff()
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    const { user } = await makeProtected()
    const { body } = await ask(admin, user)
    for (const by of [support, finance]) expect((await decide(by, body.id)).status).toBe(403)
    const { user: colleague } = await makeProtected({ role: 'admin' })
    expect((await ask(support, colleague)).status).toBe(403)
    expect((await ask(second, colleague)).status).toBe(201)
  })

  it.each([
    ['left', 'status', { is_active: false }],
    ['changed to a role that may not ask', 'role', { staff_role: 'finance' }],
  ])('cannot use a request of a colleague who has %s, also after they are back', async (_, what, change) => {
    const { support, admin } = await makeStaff()
    const { user } = await makeProtected()
    const { body } = await ask(support, user)
    const path = `/api/admin-panel/staff/${support.id}/${what}`
    expect((await admin.client.post(path, change)).status).toBe(200)
    await admin.client.post(path, what === 'status' ? { is_active: true } : { staff_role: 'support' })
    expect((await decide(admin, body.id)).status).toBe(409)
    expect(await read(admin, user)).toMatchObject({ is_on: true, recovery: { state: 'expired' } })
    expect((await listAuditEntries(app, user.id)).at(-1)).toMatchObject({
      action: 'two-step.recovery-ended',
      actorId: null,
      after: { requestedBy: support.id },
    })
    expect((await ask(admin, user)).status).toBe(201)
  })
})

it('is decided once when two admins decide differently at the same time', async () => {
  const { support, admin, second } = await makeStaff()
  const { user } = await makeProtected()
  const { body } = await ask(support, user)
  const answers = await Promise.all([
    decide(admin, body.id, 'approve'),
    decide(second, body.id, 'decline'),
    decide(second, body.id, 'approve'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { is_on: isOn, recovery } = await read(admin, user)
  expect(isOn).toBe(recovery.state === 'declined')
})
