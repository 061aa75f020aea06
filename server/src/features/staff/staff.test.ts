import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../test/app.ts'
import {
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  probeToken,
  type TestUser,
} from '../../../test/factories/accounts.ts'

let app: TestApp
let admin: TestUser
let colleague: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada First' })
})
beforeEach(async () => {
  colleague = await makeUser(app, { role: 'admin', staffRole: 'support' })
})
afterAll(() => app.close())

const setRole = (id: number, staff_role: unknown, by = admin) =>
  by.client.post(`/api/admin-panel/staff/${id}/role`, { staff_role })
const setStatus = (id: number, is_active: unknown, by = admin) =>
  by.client.post(`/api/admin-panel/staff/${id}/status`, { is_active })
const refusal = ({ status, body }: Answer) => [status, body.detail]

describe('the list', () => {
  it('shows each person with role, last login and state, active people first', async () => {
    await setStatus(colleague.id, false)
    const { body } = await admin.client.get('/api/admin-panel/staff?page_size=100')
    expect(body.results[0]).toEqual({
      id: admin.id,
      full_name: 'Ada First',
      email: admin.email,
      staff_role: 'admin',
      is_active: true,
      joined: expect.stringMatching(/Z$/),
      last_login: expect.stringMatching(/Z$/),
    })
    expect(body.results.at(-1)).toMatchObject({ id: colleague.id, staff_role: 'support', is_active: false })
  })

  it('leaves out families and caregivers', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    const { body } = await admin.client.get('/api/admin-panel/staff?page_size=100')
    expect(body.results.map(({ id }: { id: number }) => id)).not.toContain(family.id)
  })
})

describe('a role', () => {
  it('changes at once, ends the sessions and is mailed and audited', async () => {
    expect((await colleague.client.get('/api/admin-panel/users')).status).toBe(200)
    const answer = await setRole(colleague.id, 'finance')
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Role changed successfully', id: colleague.id, staff_role: 'finance' },
    ])
    expect((await probeToken(app, colleague.token)).status).toBe(401)
    const again = (await logIn(app, colleague.email)).body
    expect(again.user.staff_role).toBe('finance')
    const client = app.withToken(again.access)
    expect((await client.get('/api/admin-panel/users')).status).toBe(403)
    expect((await client.get('/api/admin-panel/payouts')).status).toBe(200)
    expect(await listEmailsTo(app, colleague.email)).toContainEqual(
      expect.objectContaining({
        subject: 'Your role at Tendwell was changed',
        text: expect.stringContaining('Finance'),
      }),
    )
    expect(await listAuditEntries(app, colleague.id)).toContainEqual(
      expect.objectContaining({
        action: 'staff.role-changed',
        actorId: admin.id,
        before: { staffRole: 'support' },
        after: { staffRole: 'finance' },
      }),
    )
  })

  it('that stays the same ends no session', async () => {
    expect((await setRole(colleague.id, 'support')).status).toBe(200)
    expect((await probeToken(app, colleague.token)).status).toBe(200)
  })

  it.each(['owner', 'caregiver', '', null])('can’t be %j', async (role) => {
    const answer = await setRole(colleague.id, role)
    expect(answer.body.staff_role).toEqual(['Choose Support, Finance or Admin'])
  })
})

describe('an account', () => {
  it('is deactivated and activated again, with a mail and an audit entry each', async () => {
    expect((await setStatus(colleague.id, false)).body.message).toBe('Account deactivated successfully')
    expect((await probeToken(app, colleague.token)).status).toBe(401)
    expect((await logIn(app, colleague.email)).status).toBe(403)
    expect((await setStatus(colleague.id, true)).body.message).toBe('Account activated successfully')
    expect((await logIn(app, colleague.email)).status).toBe(200)
    const emails = await listEmailsTo(app, colleague.email)
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      'New login to your Tendwell account',
      'Your Tendwell staff account was activated',
      'Your Tendwell staff account was deactivated',
    ])
    const actions = (await listAuditEntries(app, colleague.id)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['staff.deactivated', 'staff.activated']))
  })

  it('is deactivated once by several calls at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => setStatus(colleague.id, false)))
    const entries = await listAuditEntries(app, colleague.id)
    expect(entries.filter(({ action }) => action === 'staff.deactivated')).toHaveLength(1)
  })
})

describe('refused', () => {
  it('are one’s own role and account, also the last admin’s', async () => {
    expect(refusal(await setRole(admin.id, 'support'))).toEqual([409, "You can't change your own role"])
    expect(refusal(await setStatus(admin.id, false))).toEqual([409, "You can't deactivate your own account"])
  })

  it('are two admins who end each other at the same time: both wait for a third', async () => {
    const other = await makeUser(app, { role: 'admin' })
    const another = await makeUser(app, { role: 'admin' })
    const answers = await Promise.all([
      setStatus(another.id, false, other),
      setRole(other.id, 'finance', another),
    ])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    const { body } = await admin.client.get('/api/admin-panel/staff?page_size=100')
    const left = body.results.filter(
      (person: { id: number; staff_role: string; is_active: boolean }) =>
        [other.id, another.id].includes(person.id) && person.staff_role === 'admin' && person.is_active,
    )
    expect(left).toHaveLength(2)
  })

  it('are people who aren’t staff', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    for (const id of [family.id, 99_999_999]) {
      expect((await setRole(id, 'admin')).status).toBe(404)
      expect((await setStatus(id, false)).status).toBe(404)
    }
  })

  it('are support, finance, families and visitors', async () => {
    const finance = await makeUser(app, { role: 'admin', staffRole: 'finance' })
    const family = await makeUser(app, { role: 'caretaker' })
    for (const by of [colleague, finance, family]) {
      expect((await by.client.get('/api/admin-panel/staff')).status).toBe(403)
      expect((await setRole(by.id, 'admin', by)).status).toBe(403)
      expect((await setStatus(admin.id, false, by)).status).toBe(403)
    }
    expect((await app.visitor.get('/api/admin-panel/staff')).status).toBe(401)
  })

  it('is an admin who has not confirmed who they are for 10 minutes', async () => {
    const tired = await makeUser(app, { role: 'admin' })
    await app.advance(11)
    for (const answer of [
      await setRole(colleague.id, 'admin', tired),
      await setStatus(colleague.id, false, tired),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required'])
    }
    expect((await probeToken(app, colleague.token)).status).toBe(200)
  })
})
