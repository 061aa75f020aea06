import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import { makeCaregiver } from '../../../../test/factories/profiles.ts'
import { auditLog } from '../../people/index.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada Admin' })
})
afterAll(() => app.close())

const setStatus = (id: number, isActive: unknown) =>
  admin.client.post(`/api/admin-panel/users/${id}/status`, { is_active: isActive, reason: 'Forged papers' })
const listNames = async (path: string) => {
  const { status, body } = await admin.client.get(`/api/admin-panel/${path}`)
  expect(status).toBe(200)
  return body.results.map(({ full_name: name }: { full_name: string }) => name)
}

describe('the list of users', () => {
  it('defaults to families and filters by role, name, email, joining day and category', async () => {
    const family = await makeUser(app, {
      role: 'caretaker',
      fullName: 'Petra Parent',
      email: 'p_parent@example.test',
    })
    await makeCaregiver(app, { name: 'Clara Carer', skills: ['night NANNY', 'CPR'] })
    expect(await listNames('users')).toEqual(['Petra Parent'])
    expect(await listNames('users?role=caregiver')).toEqual(['Clara Carer'])
    expect(await listNames('caregivers')).toEqual(['Clara Carer'])
    expect(await listNames('users?q=%20PETRA')).toEqual(['Petra Parent'])
    expect(await listNames('users?q=p_parent%40')).toEqual(['Petra Parent'])
    expect(await listNames('users?q=p%25')).toEqual([])
    expect(await listNames('users?q=ET')).toEqual(['Petra Parent'])
    expect(await listNames('users?q=p_')).toEqual(['Petra Parent'])
    const today = app.deps.clock.now().toISOString().slice(0, 10)
    expect(await listNames(`users?date_from=${today}&date_to=${today}`)).toEqual(['Petra Parent'])
    expect(await listNames('users?date_to=2020-01-01')).toEqual([])
    expect(await listNames('users?role=caregiver&category=Night+nanny')).toEqual(['Clara Carer'])
    expect(await listNames('caregivers?category=Elder+care')).toEqual([])
    expect(await listNames('users?category=Night+nanny')).toEqual([])
    const verified = 'caregivers/verification?status=verified'
    expect(await listNames(`${verified}&category=Night+nanny`)).toEqual(['Clara Carer'])
    expect(await listNames(`${verified}&category=Elder+care`)).toEqual([])
    const { body } = await admin.client.get('/api/admin-panel/users')
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          id: family.id,
          full_name: 'Petra Parent',
          email: 'p_parent@example.test',
          avatar: null,
          joined: expect.stringMatching(/Z$/),
          is_active: true,
          is_closed: false,
          is_deactivated: false,
          suspended_until: null,
          verification_status: null,
        },
      ],
    })
    expect((await admin.client.get('/api/admin-panel/users?role=admin')).status).toBe(400)
    expect((await admin.client.get('/api/admin-panel/users?category=Magic')).status).toBe(400)
  })
})

describe('an account', () => {
  it('loses its sessions and public profile when deactivated, and is public again when reactivated', async () => {
    const caregiver = await makeCaregiver(app, { name: 'Dana Due' })
    const getPublicProfile = () => app.visitor.get(`/api/auth/caregivers/${caregiver.id}`)
    expect((await getPublicProfile()).status).toBe(200)
    const deactivated = await setStatus(caregiver.id, false)
    expect(deactivated.body).toEqual({
      message: 'User deactivated successfully',
      id: caregiver.id,
      is_active: false,
    })
    expect((await getPublicProfile()).status).toBe(404)
    expect((await caregiver.client.get('/api/wallets/mine')).status).toBe(401)
    const alone = { is_active: false }
    expect((await admin.client.post(`/api/admin-panel/users/${caregiver.id}/status`, alone)).status).toBe(200)
    const activated = await setStatus(caregiver.id, true)
    expect(activated.body).toMatchObject({ message: 'User activated successfully', is_active: true })
    expect((await getPublicProfile()).status).toBe(200)
    expect((await caregiver.client.get('/api/wallets/mine')).status).toBe(401)
    const log = await app.deps.database
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `user:${caregiver.id}`))
      .orderBy(auditLog.id)
    expect(log.filter(({ action }) => action.startsWith('user.'))).toMatchObject([
      {
        action: 'user.deactivated',
        actorId: admin.id,
        before: { isActive: true },
        after: { isActive: false, reason: 'Forged papers' },
        address: '127.0.0.1',
      },
      { action: 'user.activated', actorId: admin.id, before: { isActive: false }, after: { isActive: true } },
    ])
  })

  it('cannot be deactivated when it is an admin’s or does not exist', async () => {
    for (const id of [admin.id, 99_999_999]) expect((await setStatus(id, false)).status).toBe(404)
    expect((await admin.client.get('/api/admin-panel/users')).status).toBe(200)
  })

  it.each(['yes', 1, null, undefined])('rejects the status %j', async (value) => {
    const family = await makeUser(app, { role: 'caretaker' })
    const answer = await setStatus(family.id, value)
    expect([answer.status, answer.body.is_active]).toEqual([400, ['is_active must be true or false']])
    expect((await family.client.get('/api/notifications')).status).toBe(200)
  })

  it('is deactivated once when several admins do it in parallel', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => setStatus(family.id, false)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const log = await app.deps.database
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `user:${family.id}`))
    expect(log.filter(({ action }) => action === 'user.deactivated').length).toBe(1)
  })
})

it('answers only admins', async () => {
  const caregiver = await makeCaregiver(app)
  for (const path of ['users', 'caregivers', 'requests', 'disputes', 'analytics/summary']) {
    expect((await caregiver.client.get(`/api/admin-panel/${path}`)).status).toBe(403)
    expect((await app.visitor.get(`/api/admin-panel/${path}`)).status).toBe(401)
  }
})
