/** Ending someone's two-step sign-in takes two people. @see docs/rules/two-step.md#recovery-by-two-people */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../../test/app.ts'
import {
  findLinkToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  probeToken,
  type TestUser,
} from '../../../../../test/factories/accounts.ts'
import { logInAgain } from '../../../../../test/factories/profiles.ts'
import { approve } from '../../../../../test/factories/staff.ts'
import { addApp, finishLogin, nextCode, startLogin } from '../../../../../test/factories/two-step.ts'

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
/** Waits until requests can be approved. @returns the admin with a recent proof */
const waitADay = async (admin: TestUser): Promise<TestUser> => {
  await app.advance(24 * 60)
  return { ...admin, client: await logInAgain(app, admin) }
}
const read = async (by: TestUser, { id }: { id: number }) =>
  (await by.client.get(`/api/admin-panel/people/${id}/two-step`)).body

describe('a recovery', () => {
  it('is asked for by one, approved by another, and ends factors, devices and sessions', async () => {
    const { support, admin } = await makeStaff()
    const { user } = await makeProtected()
    const { status, body } = await ask(support, user)
    expect([status, body.state, body.reason, body.can_decide]).toEqual([201, 'open', REASON, false])
    await app.drain()
    expect((await read(admin, user)).recovery).toMatchObject({ can_decide: true, obstacle: 'wait' })
    const queue = (await admin.client.get('/api/admin-panel/queue')).body.results
    expect(queue).toContainEqual(expect.objectContaining({ kind: 'two_step_recoveries' }))
    const { results } = (await support.client.get('/api/admin-panel/two-step-recoveries')).body
    expect(results).toContainEqual(
      expect.objectContaining({ id: body.id, person: { id: user.id, name: user.fullName } }),
    )

    const rested = await waitADay(admin)
    expect((await read(rested, user)).recovery).toMatchObject({ can_decide: true, obstacle: null })
    const approved = await decide(rested, body.id)
    expect([approved.status, approved.body]).toEqual([
      200,
      expect.objectContaining({ state: 'approved', decided_by: { id: admin.id, name: 'Ada Admin' } }),
    ])
    expect((await probeToken(app, user.token)).status).toBe(401)
    expect((await logIn(app, user.email)).status).toBe(200)
    expect(await read(rested, user)).toMatchObject({ is_on: false, has_app: false, recovery_codes_left: 0 })
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
    expect((await decide(rested, body.id)).status).toBe(409)
  })

  it('can’t be approved within 24 hours of being asked for, but declined', async () => {
    const { support, admin } = await makeStaff()
    const { user } = await makeProtected()
    const { body } = await ask(support, user)
    await app.advance(24 * 60 - 1)
    const early = await logInAgain(app, admin)
    const refused = await decide({ client: early }, body.id)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This can be approved 24 hours after it was asked for',
    ])
    expect((await read({ ...admin, client: early }, user)).is_on).toBe(true)
    expect((await decide({ client: early }, body.id, 'decline')).status).toBe(200)
  })

  it('is mailed to every admin when it is asked for and when it is approved, and to nobody else', async () => {
    const { support, admin, second } = await makeStaff()
    const { user } = await makeProtected()
    const { body } = await ask(support, user)
    const asked = 'A colleague asked to turn off someone’s two-step sign-in'
    const approved = 'Someone’s two-step sign-in was turned off'
    const listNotices = async ({ email }: TestUser) =>
      (await listEmailsTo(app, email)).filter(({ subject }) => [asked, approved].includes(subject))
    for (const one of [admin, second]) {
      const [notice, ...others] = await listNotices(one)
      expect(notice?.text).toContain(user.fullName)
      expect([notice?.subject, others]).toEqual([asked, []])
    }
    await decide(await waitADay(admin), body.id)
    for (const one of [admin, second]) {
      expect((await listNotices(one)).map(({ subject }) => subject)).toEqual([asked, approved])
    }
    expect((await listNotices(second)).at(-1)?.text).toContain('Ada Admin')
    for (const one of [support, user]) expect(await listNotices(one)).toEqual([])
  })

  it('makes the devices new that the account knew, so that their next login is mailed', async () => {
    const { support, admin } = await makeStaff()
    const { user, secret } = await makeProtected()
    const { ticket } = await startLogin(app, user.email)
    const login = await finishLogin(app, { ticket, app_code: await nextCode(app, secret) })
    const device = login.headers.getSetCookie().find((set) => set.startsWith('tendwell-device-'))
    const cookie = device?.split(';')[0] ?? ''
    const countAlerts = async () =>
      (await listEmailsTo(app, user.email)).filter(({ subject }) => subject.startsWith('New login')).length
    const before = await countAlerts()

    const { body } = await ask(support, user)
    expect((await decide(await waitADay(admin), body.id)).status).toBe(200)
    const again = await app.visitor.post(
      '/api/auth/login',
      { email: user.email, password: PASSWORD },
      { cookie },
    )
    expect(again.status).toBe(200)
    expect(await countAlerts()).toBe(before + 1)
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
    const rested = await waitADay(admin)
    const attempts = await Promise.all(Array.from({ length: 5 }, () => decide(rested, body.id)))
    expect(attempts.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
    expect((await read(rested, user)).is_on).toBe(true)
  })

  it('cannot use a second account that they invited, also 30 days later', async () => {
    const { admin, second } = await makeStaff()
    const email = `${admin.id}-puppet@example.test`
    const invitation = { email, staff_role: 'admin' }
    await approve(app, admin.client.post('/api/admin-panel/staff/invitations', invitation))
    const token = await findLinkToken(app, email, 'staff/accept')
    const joining = { token, full_name: 'Pat Puppet', password: PASSWORD }
    const puppet = app.withToken((await app.visitor.post('/api/auth/staff/accept', joining)).body.access)

    const [first, other] = [await makeProtected(), await makeProtected()]
    const { body: byAdmin } = await ask(admin, first.user)
    const { body: byPuppet } = await ask({ client: puppet }, other.user)
    const rested = await waitADay(admin)
    const young = app.withToken((await logIn(app, email)).body.access)
    expect((await decide({ client: young }, byAdmin.id)).body.detail).toBe(
      'Someone who has been an admin for 30 days has to approve this',
    )
    const related =
      'You and the one who asked brought one another onto the staff, so another admin has to approve this'
    expect((await decide(rested, byPuppet.id)).body.detail).toBe(related)
    await app.advance(30 * 24 * 60)
    const { body: again } = await ask({ client: await logInAgain(app, admin) }, first.user)
    await waitADay(admin)
    const old = app.withToken((await logIn(app, email)).body.access)
    expect((await decide({ client: old }, again.id)).body.detail).toBe(related)
    const honest = await logInAgain(app, second)
    for (const { user } of [first, other]) {
      expect((await read({ ...second, client: honest }, user)).is_on).toBe(true)
    }
    expect((await decide({ client: honest }, again.id)).status).toBe(200)
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
  const [one, other] = [await waitADay(admin), { client: await logInAgain(app, second) }]
  const answers = await Promise.all([
    decide(one, body.id, 'approve'),
    decide(other, body.id, 'decline'),
    decide(other, body.id, 'approve'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { is_on: isOn, recovery } = await read(one, user)
  expect(isOn).toBe(recovery.state === 'declined')
})
