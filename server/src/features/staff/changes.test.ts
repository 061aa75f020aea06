/**
 * A new admin, and the end of one, take two admins where there are two.
 * @see docs/rules/console.md#two-admins
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import {
  findLinkToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeUser,
  PASSWORD,
  probeToken,
  type TestUser,
} from '../../../test/factories/accounts.ts'

const STAFF = '/api/admin-panel/staff'
const WAITS = 'Another admin has to approve this first'

let app: TestApp
/** Made by the operator's command, so nobody brought them in. */
let asker: TestUser
let approver: TestUser
let colleague: TestUser
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  colleague = await makeUser(app, { role: 'admin', staffRole: 'support', fullName: 'Sam Support' })
})
afterAll(() => app.close())

const setRole = (id: number, staff_role: string, by = asker) =>
  by.client.post(`${STAFF}/${id}/role`, { staff_role })
const setStatus = (id: number, is_active: boolean, by = asker) =>
  by.client.post(`${STAFF}/${id}/status`, { is_active })
const invite = (email: string, staff_role: string, by = asker) =>
  by.client.post(`${STAFF}/invitations`, { email, staff_role })
const decide = (id: number, decision: string, by = approver) =>
  by.client.post(`${STAFF}/changes/${id}/decision`, { decision })
const listOpen = async (by = approver) => (await by.client.get(`${STAFF}/changes`)).body.results
const findColleague = async (id: number) =>
  (await asker.client.get(`${STAFF}?page_size=100`)).body.results.find(
    (member: { id: number }) => member.id === id,
  )
const listActions = async (id: number) =>
  (await listAuditEntries(app, id)).map(({ action, actorId }) => [action, actorId])

async function ask(answer: ReturnType<typeof setRole>): Promise<number> {
  const { status, body } = await answer
  expect([status, body.message, body.change.state]).toEqual([202, WAITS, 'open'])
  return body.change.id
}

it('changes at once with one admin', async () => {
  asker = await makeUser(app, { role: 'admin', fullName: 'Ada Asker' })
  expect(await setRole(colleague.id, 'admin')).toMatchObject({ status: 200, body: { staff_role: 'admin' } })
  expect((await findColleague(colleague.id)).staff_role).toBe('admin')
  await app.deps.database.$client.query("UPDATE users SET staff_role = 'support' WHERE id = $1", [
    colleague.id,
  ])
  expect((await invite('one@example.test', 'admin')).status).toBe(201)
  approver = await makeUser(app, { role: 'admin', fullName: 'Olga Other' })
})

describe('with two admins', () => {
  it('a new role waits until the other one approves, and both and the audit log know', async () => {
    const id = await ask(setRole(colleague.id, 'admin'))
    expect((await findColleague(colleague.id)).staff_role).toBe('support')
    expect((await probeToken(app, colleague.token)).status).toBe(200)
    expect(await listOpen()).toMatchObject([
      {
        id,
        kind: 'role',
        person: { id: colleague.id, name: 'Sam Support' },
        staff_role: 'admin',
        requested_by: { id: asker.id, name: 'Ada Asker' },
        can_decide: true,
        obstacle: null,
        has_approver: true,
      },
    ])
    const { body: queue } = await approver.client.get('/api/admin-panel/queue')
    expect(queue.results).toContainEqual(expect.objectContaining({ kind: 'staff_changes', count: 1 }))

    expect((await decide(id, 'approve', asker)).status).toBe(409)
    expect((await decide(id, 'approve', colleague)).status).toBe(403)
    const again = await setRole(colleague.id, 'admin')
    expect([again.status, again.body.detail]).toEqual([
      409,
      'A change of this person is waiting for another admin already',
    ])
    expect((await findColleague(colleague.id)).staff_role).toBe('support')

    expect(await decide(id, 'approve')).toMatchObject({ status: 200, body: { state: 'approved' } })
    expect((await findColleague(colleague.id)).staff_role).toBe('admin')
    expect((await probeToken(app, colleague.token)).status).toBe(401)
    expect(await listOpen()).toEqual([])
    expect((await decide(id, 'decline')).status).toBe(409)
    expect(await listActions(colleague.id)).toEqual(
      expect.arrayContaining([
        ['staff.change-requested', asker.id],
        ['staff.role-changed', asker.id],
        ['staff.change-approved', approver.id],
      ]),
    )
    for (const { email } of [asker, approver]) {
      const subjects = (await listEmailsTo(app, email)).map(({ subject }) => subject)
      expect(subjects).toContain('A colleague asked for a change of the admins')
      expect(subjects).toContain('A change of the admins was approved')
    }
    await ask(setRole(colleague.id, 'support', approver))
    expect((await findColleague(colleague.id)).staff_role).toBe('admin')
  })

  it('an invited admin gets no mail before the other one approves', async () => {
    const email = 'second@example.test'
    const id = await ask(invite(email, 'admin'))
    expect(await listEmailsTo(app, email)).toEqual([])
    const { body: invited } = await asker.client.get(`${STAFF}/invitations?page_size=100`)
    expect(JSON.stringify(invited)).not.toContain(email)
    expect((await invite(email, 'admin')).status).toBe(409)
    expect((await decide(id, 'approve')).status).toBe(200)
    expect((await listEmailsTo(app, email)).map(({ subject }) => subject)).toEqual([
      'Join the Tendwell staff',
    ])
    expect((await invite('third@example.test', 'support')).status).toBe(201)
  })

  it('an admin who was invited by the only one there was can’t join without the other one’s approval', async () => {
    const token = await findLinkToken(app, 'one@example.test', 'staff/accept')
    const answer = await app.visitor.post('/api/auth/staff/accept', {
      token,
      full_name: 'Una One',
      password: PASSWORD,
    })
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      'This invitation ended, because another admin has to approve it by now. Ask for a new one',
    ])
    expect((await logIn(app, 'one@example.test')).status).toBe(401)
    const { body } = await asker.client.get(`${STAFF}/invitations?page_size=100`)
    const { id } = body.results.find(({ email }: { email: string }) => email === 'one@example.test')
    expect((await asker.client.post(`${STAFF}/invitations/${id}/resend`)).status).toBe(409)
  })

  it('nothing changes when the other one declines', async () => {
    const id = await ask(invite('declined@example.test', 'admin'))
    expect(await decide(id, 'decline')).toMatchObject({ status: 200, body: { state: 'declined' } })
    expect(await listEmailsTo(app, 'declined@example.test')).toEqual([])
  })

  it('an admin is deactivated only with a third one, and keeps working until then', async () => {
    const third = await makeUser(app, { role: 'admin' })
    const id = await ask(setStatus(third.id, false))
    expect((await probeToken(app, third.token)).status).toBe(200)
    expect((await decide(id, 'approve', third)).status).toBe(404)
    expect((await decide(id, 'approve')).status).toBe(200)
    expect((await probeToken(app, third.token)).status).toBe(401)
    expect((await logIn(app, third.email)).status).toBe(403)
    const back = await ask(setStatus(third.id, true))
    expect((await logIn(app, third.email)).status).toBe(403)
    expect((await decide(back, 'approve')).status).toBe(200)
    expect((await logIn(app, third.email)).status).toBe(200)
  })

  it('the person concerned learns of it only once it is decided', async () => {
    const third = await makeUser(app, { role: 'admin', fullName: 'Theo Third' })
    const id = await ask(setStatus(third.id, false))
    const readAll = async () => {
      const paths = [
        `${STAFF}/changes`,
        `${STAFF}/changes/export`,
        '/api/admin-panel/queue',
        '/api/admin-panel/audit?page_size=100',
        '/api/admin-panel/audit/export',
        `/api/admin-panel/history?subject=user:${third.id}`,
      ]
      const answers = await Promise.all(paths.map((path) => third.client.get(path)))
      return answers.map(({ body }) => JSON.stringify(body)).join('\n')
    }
    const requested = new RegExp(`staff.change-requested[^\\n]{0,200}(user:${third.id}|Theo Third)`)
    expect(await readAll()).not.toMatch(requested)
    const listIds = async (by = approver) => (await listOpen(by)).map((change: { id: number }) => change.id)
    const others = (await listIds()).filter((other: number) => other !== id)
    expect(await listIds(third)).toEqual(others)
    const asked = 'A colleague asked for a change of the admins'
    const listSubjects = async ({ email }: TestUser) =>
      (await listEmailsTo(app, email)).map(({ subject }) => subject)
    expect(await listSubjects(third)).not.toContain(asked)
    expect(await listSubjects(approver)).toContain(asked)
    const countWaiting = async ({ client }: TestUser) => {
      const { body } = await client.get('/api/admin-panel/queue')
      return body.results.find(({ kind }: { kind: string }) => kind === 'staff_changes')?.count ?? 0
    }
    expect(await countWaiting(third)).toBe((await countWaiting(approver)) - 1)
    for (const decision of ['approve', 'decline'])
      expect((await decide(id, decision, third)).status).toBe(404)
    expect(await listIds()).toContain(id)
    expect((await decide(id, 'decline')).status).toBe(200)
    expect(await readAll()).toMatch(requested)
  })

  it('closing and opening an account again brings no place on the staff back', async () => {
    const third = await makeUser(app, { role: 'admin' })
    const id = await ask(setStatus(third.id, false))
    expect((await third.client.post('/api/account/close', { email: third.email })).status).toBe(200)
    expect((await setStatus(third.id, true)).status).toBe(409)
    expect((await setStatus(third.id, false)).status).toBe(200)
    const token = await findLinkToken(app, third.email, 'reopen-account')
    expect((await app.visitor.post('/api/account/reopen', { token })).body).toEqual({
      is_active: false,
      message:
        'Nothing will be erased. Your place on the staff ended when you closed your account: an admin can activate it',
    })
    expect((await logIn(app, third.email)).status).toBe(403)
    expect((await findColleague(third.id)).is_active).toBe(false)
    expect((await decide(id, 'approve')).status).toBe(200)
    const back = await ask(setStatus(third.id, true))
    expect((await logIn(app, third.email)).status).toBe(403)
    expect((await decide(back, 'decline')).status).toBe(200)
    const mails = (await listEmailsTo(app, third.email)).map(({ text }) => text)
    expect(mails.filter((text) => text.includes('Your place on the staff'))).toHaveLength(2)
  })

  it('colleagues who are no admins change at once', async () => {
    expect((await setRole(colleague.id, 'finance')).status).toBe(200)
    expect((await setStatus(colleague.id, false)).status).toBe(200)
  })
})

it('ends with the one who asked, and after seven days', async () => {
  const leaver = await makeUser(app, { role: 'admin' })
  const id = await ask(setRole(colleague.id, 'admin', leaver))
  const ending = await ask(setStatus(leaver.id, false))
  expect((await decide(ending, 'approve')).status).toBe(200)
  expect((await decide(id, 'approve')).body.detail).toBe('This request has already ended')
  expect((await findColleague(colleague.id)).staff_role).toBe('support')
  expect(await listActions(colleague.id)).toContainEqual(['staff.change-ended', null])

  const late = await ask(setRole(colleague.id, 'admin'))
  await app.advance(7 * 24 * 60)
  for (const user of [asker, approver])
    user.client = app.withToken((await logIn(app, user.email)).body.access)
  expect((await listOpen()).map((change: { id: number }) => change.id)).not.toContain(late)
  expect((await decide(late, 'approve')).status).toBe(409)
  expect((await findColleague(colleague.id)).staff_role).toBe('support')
})

it('can’t be approved by someone whom the one who asked brought in, nor by a new admin', async () => {
  const raised = await makeUser(app, { role: 'admin', staffRole: 'support' })
  expect((await decide(await ask(setRole(raised.id, 'admin')), 'approve')).status).toBe(200)
  const approve = async (id: number) => {
    raised.client = app.withToken((await logIn(app, raised.email)).body.access)
    const { status, body } = await decide(id, 'approve', raised)
    return [status, body.detail]
  }
  const id = await ask(setRole(colleague.id, 'admin'))
  expect(await approve(id)).toEqual([409, 'Someone who has been an admin for 30 days has to approve this'])
  expect((await decide(id, 'decline')).status).toBe(200)
  await app.advance(31 * 24 * 60)
  asker.client = app.withToken((await logIn(app, asker.email)).body.access)
  const later = await ask(setRole(colleague.id, 'admin'))
  expect(await approve(later)).toEqual([
    409,
    'You and the one who asked brought one another onto the staff, so another admin has to approve this',
  ])
  expect((await findColleague(colleague.id)).staff_role).toBe('support')
})

it('an earlier approval of the same address does not count for a later invitation', async () => {
  const email = 'again@example.test'
  const [first, second] = [await makeUser(app, { role: 'admin' }), await makeUser(app, { role: 'admin' })]
  const id = await ask(invite(email, 'admin', first))
  expect((await decide(id, 'approve', second)).status).toBe(200)
  const { body } = await first.client.get(`${STAFF}/invitations?page_size=100`)
  const sent = body.results.find((one: { email: string }) => one.email === email)
  expect((await first.client.post(`${STAFF}/invitations/${sent.id}/withdraw`)).status).toBeLessThan(300)
  await app.deps.database.$client.query('UPDATE users SET is_active = false WHERE role = $1 AND id <> $2', [
    'admin',
    first.id,
  ])
  expect((await invite(email, 'admin', first)).status).toBe(201)
  await app.deps.database.$client.query('UPDATE users SET is_active = true WHERE id = $1', [second.id])
  const answer = await app.visitor.post('/api/auth/staff/accept', {
    token: await findLinkToken(app, email, 'staff/accept'),
    full_name: 'Ann Again',
    password: PASSWORD,
  })
  expect([answer.status, (await logIn(app, email)).status]).toEqual([400, 401])
})
