import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import {
  findLinkToken,
  listAuditEntries,
  listEmailsTo,
  logIn,
  makeSignupBody,
  makeUser,
  PASSWORD,
  requestResetToken,
  signUp,
  type TestUser,
} from '../../../test/factories/accounts.ts'
import { approve } from '../../../test/factories/staff.ts'
import { auditLog } from '../people/index.ts'
import { staffInvitations } from './tables.ts'

const INVITATIONS = '/api/admin-panel/staff/invitations'

let app: TestApp
let admin: TestUser
let email: string
let counter = 0
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  admin = await makeUser(app, { role: 'admin', fullName: 'Ada First' })
  counter += 1
  email = `new-colleague-${counter}@example.test`
})
afterAll(() => app.close())

const invite = (staff_role: unknown = 'finance', address: unknown = email) =>
  admin.client.post(INVITATIONS, { email: address, staff_role })
const getToken = () => findLinkToken(app, email, 'staff/accept')
const accept = (token: unknown, overrides: object = {}) =>
  app.visitor.post('/api/auth/staff/accept', {
    token,
    full_name: 'Fia Books',
    password: PASSWORD,
    ...overrides,
  })
const listOpen = async () => (await admin.client.get(`${INVITATIONS}?page_size=100`)).body.results
const listEntries = (id: number) =>
  app.deps.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `invitation:${id}`))
    .orderBy(asc(auditLog.id))

describe('inviting', () => {
  it('mails a link by which the person joins with the role, and is logged in', async () => {
    const invited = await invite('finance', ` ${email.toUpperCase()} `)
    expect([invited.status, invited.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        email,
        staff_role: 'finance',
        invited_by: { id: admin.id, name: 'Ada First' },
        sent_at: expect.any(String),
        expires_at: expect.any(String),
        is_expired: false,
        inviter_can_invite: true,
      },
    ])
    const { sent_at, expires_at, id } = invited.body
    expect(Date.parse(expires_at) - Date.parse(sent_at)).toBe(7 * 24 * 60 * 60 * 1000)
    expect(await listOpen()).toContainEqual(invited.body)

    const token = await getToken()
    const [mail] = await listEmailsTo(app, email)
    expect(mail?.text).toContain('Ada First')
    const [row] = await app.deps.database.select().from(staffInvitations).where(eq(staffInvitations.id, id))
    expect(JSON.stringify(row)).not.toContain(token)

    const { status, body } = await accept(token)
    expect([status, body.user]).toEqual([
      201,
      expect.objectContaining({ full_name: 'Fia Books', email, role: 'admin', staff_role: 'finance' }),
    ])
    const client = app.withToken(body.access)
    expect((await client.get('/api/admin-panel/payouts')).status).toBe(200)
    expect((await client.get('/api/admin-panel/users')).status).toBe(403)
    expect((await logIn(app, email)).status).toBe(200)
    expect(await listOpen()).not.toContainEqual(expect.objectContaining({ id }))
    expect(await listEntries(id)).toMatchObject([
      { action: 'staff.invited', actorId: admin.id, after: { email, staffRole: 'finance' } },
    ])
    expect((await listAuditEntries(app, body.user.id))[0]).toMatchObject({
      action: 'staff.joined',
      actorId: body.user.id,
      after: { invitedBy: admin.id, staffRole: 'finance' },
    })
  })

  it('refuses an address that has an account, verified or not', async () => {
    const unverified = makeSignupBody()
    await signUp(app, unverified)
    for (const address of [admin.email, unverified.email]) {
      const answer = await invite('support', address)
      expect([answer.status, answer.body.email]).toEqual([
        400,
        ['This email already has an account. Invite a different one'],
      ])
    }
  })

  it('refuses a second invitation of the same address, also at the same time', async () => {
    const answers = await Promise.all([invite('support'), invite('finance')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
    expect((await invite()).body.email).toEqual([
      'This person is invited already. You can send the invitation again',
    ])
  })

  it.each([
    [{ email: 'nobody' }, 'email', 'Enter a valid email'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ staff_role: 'owner' }, 'staff_role', 'Choose Support, Finance or Admin'],
    [{ staff_role: undefined }, 'staff_role', 'Choose Support, Finance or Admin'],
  ])('refuses %j', async (wrong, field, message) => {
    const answer = await admin.client.post(INVITATIONS, { email, staff_role: 'support', ...wrong })
    expect([answer.status, answer.body[field]]).toEqual([400, [message]])
  })

  it('needs an admin who confirmed who they are in the last 10 minutes', async () => {
    for (const staffRole of ['support', 'finance'] as const) {
      const { client } = await makeUser(app, { role: 'admin', staffRole })
      expect((await client.post(INVITATIONS, { email, staff_role: 'admin' })).status).toBe(403)
      expect((await client.get(INVITATIONS)).status).toBe(403)
    }
    await app.advance(11)
    expect((await invite()).body.code).toBe('reauthentication_required')
  })
})

describe('an inviter who may no longer invite', () => {
  const ENDED =
    'This invitation ended, because the person who sent it can no longer invite. Ask for a new one'
  const end = {
    deactivated: (by: TestUser, who: TestUser) =>
      approve(app, by.client.post(`/api/admin-panel/staff/${who.id}/status`, { is_active: false })),
    'another role': (by: TestUser, who: TestUser) =>
      approve(app, by.client.post(`/api/admin-panel/staff/${who.id}/role`, { staff_role: 'support' })),
    'account closed': (_by: TestUser, who: TestUser) =>
      who.client.post('/api/account/close', { email: who.email }),
  }

  it.each(Object.entries(end))('takes the invitation along: %s', async (_, act) => {
    const { id } = (await invite('finance')).body
    const token = await getToken()
    const honest = await makeUser(app, { role: 'admin' })
    expect((await act(honest, admin)).status).toBeLessThan(300)

    const refused = await accept(token)
    expect([refused.status, refused.body.detail]).toEqual([400, ENDED])
    expect((await logIn(app, email)).status).toBe(401)
    expect((await listEntries(id)).at(-1)).toMatchObject({
      action: 'staff.invitation-ended',
      actorId: null,
      after: { email, invitedBy: admin.id },
    })
    const inviter = admin
    admin = honest
    expect(await listOpen()).toContainEqual(
      expect.objectContaining({
        id,
        invited_by: { id: inviter.id, name: inviter.fullName },
        is_expired: true,
        inviter_can_invite: false,
      }),
    )
  })

  it('does not take it along when another admin has sent it again', async () => {
    const { id } = (await invite('support')).body
    const honest = await makeUser(app, { role: 'admin' })
    await honest.client.post(`${INVITATIONS}/${id}/resend`)
    await end.deactivated(honest, admin)
    expect((await accept(await getToken())).status).toBe(201)
  })

  it('does not bring it back when they are activated again, but another admin can', async () => {
    const { id } = (await invite('finance')).body
    const token = await getToken()
    const honest = await makeUser(app, { role: 'admin' })
    await end.deactivated(honest, admin)
    const activating = honest.client.post(`/api/admin-panel/staff/${admin.id}/status`, { is_active: true })
    expect((await approve(app, activating)).status).toBe(202)
    expect((await accept(token)).body.detail).toBe('This invitation link has expired')
    expect((await honest.client.post(`${INVITATIONS}/${id}/resend`)).body.inviter_can_invite).toBe(true)
    expect((await accept(await getToken())).status).toBe(201)
  })

  const ENDED_ADMIN =
    'This invitation has ended. Withdraw it and invite them again, so that another admin approves it'
  const inviteAdmin = async () => {
    const asked = await approve(app, invite('admin'))
    expect(asked.status).toBe(202)
    return (await listOpen()).find((one: { email: string }) => one.email === email).id as number
  }
  const resend = async ({ client }: TestUser, id: number) => {
    const { status, body } = await client.post(`${INVITATIONS}/${id}/resend`)
    return [status, body.detail]
  }

  it.each(Object.entries(end))(
    'takes an admin’s along for good, whoever sends it again: %s',
    async (_, act) => {
      const honest = await makeUser(app, { role: 'admin' })
      const id = await inviteAdmin()
      const token = await getToken()
      expect((await act(honest, admin)).status).toBeLessThan(300)
      expect(await resend(honest, id)).toEqual([409, ENDED_ADMIN])
      expect((await accept(token)).status).toBe(400)
      expect((await listEntries(id)).map(({ action }) => action)).not.toContain('staff.invitation-resent')
      expect((await honest.client.post(`${INVITATIONS}/${id}/withdraw`)).status).toBe(200)
      expect((await honest.client.post(INVITATIONS, { email, staff_role: 'admin' })).status).toBe(202)
    },
  )

  it('takes an admin’s along with the power of the one who approved it', async () => {
    const honest = await makeUser(app, { role: 'admin' })
    const asked = await invite('admin')
    const approver = await makeUser(app, { role: 'admin' })
    const path = `/api/admin-panel/staff/changes/${asked.body.change.id}/decision`
    expect((await approver.client.post(path, { decision: 'approve' })).status).toBe(200)
    const { id } = (await listOpen()).find((one: { email: string }) => one.email === email)
    expect((await resend(honest, id))[0]).toBe(200)
    await end.deactivated(honest, approver)
    expect(await resend(honest, id)).toEqual([409, ENDED_ADMIN])
  })

  it('keeps the end of an admin’s, also when it is sent again', async () => {
    const id = await inviteAdmin()
    const find = async () => (await listOpen()).find((one: { id: number }) => one.id === id)
    const { expires_at: until, invited_by: by } = await find()
    const honest = await makeUser(app, { role: 'admin' })
    await app.advance(5)
    expect((await resend(honest, id))[0]).toBe(200)
    expect(await find()).toMatchObject({ expires_at: until, invited_by: by })
    await app.advance(7 * 24 * 60)
    admin = await makeUser(app, { role: 'admin' })
    expect(await resend(admin, id)).toEqual([409, ENDED_ADMIN])
  })

  it('gets no link mailed that was still waiting to be sent', async () => {
    await invite('finance')
    const honest = await makeUser(app, { role: 'admin' })
    await end.deactivated(honest, admin)
    expect(await listEmailsTo(app, email)).toEqual([])
  })

  it('leaves no invitation behind that they send while they are deactivated', async () => {
    const honest = await makeUser(app, { role: 'admin' })
    await Promise.all([invite('finance'), end.deactivated(honest, admin)])
    const token = await getToken().catch(() => 'never sent')
    expect((await accept(token)).status).toBe(400)
  })
})

describe('the link', () => {
  it('works once, also when used ten times at the same time', async () => {
    await invite()
    const token = await getToken()
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(400)])
    expect((await accept(token)).body.detail).toBe('This invitation link was already used')
  })

  it('expires after 7 days, and works again when it is sent again', async () => {
    const { id } = (await invite()).body
    const token = await getToken()
    await app.advance(7 * 24 * 60)
    expect((await accept(token)).body.detail).toBe('This invitation link has expired')
    admin = await makeUser(app, { role: 'admin' })
    expect(await listOpen()).toContainEqual(expect.objectContaining({ id, is_expired: true }))
    const again = await admin.client.post(`${INVITATIONS}/${id}/resend`)
    expect(again.body).toMatchObject({ id, is_expired: false, invited_by: { id: admin.id } })
    expect((await accept(token)).body.detail).toBe(
      'This invitation link is not valid, or was replaced by a newer one',
    )
    expect((await accept(await getToken())).status).toBe(201)
    expect((await admin.client.post(`${INVITATIONS}/${id}/resend`)).status).toBe(404)
    expect((await listEntries(id)).map(({ action }) => action)).toEqual([
      'staff.invited',
      'staff.invitation-resent',
    ])
  })

  it('ends when the invitation is withdrawn, and the person can be invited again', async () => {
    const { id } = (await invite()).body
    const token = await getToken()
    expect((await admin.client.post(`${INVITATIONS}/${id}/withdraw`)).status).toBe(200)
    expect((await accept(token)).body.detail).toBe('This invitation was withdrawn')
    for (const step of ['withdraw', 'resend']) {
      expect((await admin.client.post(`${INVITATIONS}/${id}/${step}`)).status).toBe(404)
    }
    expect((await listEntries(id)).at(-1)?.action).toBe('staff.invitation-withdrawn')
    expect((await invite('support')).status).toBe(201)
    expect((await accept(await getToken())).body.user.staff_role).toBe('support')
  })

  it('does not join when the address has an account by now', async () => {
    await invite()
    const token = await getToken()
    await makeUser(app, { role: 'caretaker', email })
    const answer = await accept(token)
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'This email has an account by now. Ask for an invitation to a different one',
    ])
    expect((await logIn(app, email)).body.user.role).toBe('caretaker')
  })

  it('is not sent when the invitation was withdrawn before', async () => {
    const { id } = (await invite()).body
    await admin.client.post(`${INVITATIONS}/${id}/withdraw`)
    expect(await listEmailsTo(app, email)).toEqual([])
  })

  it.each([
    [{ token: 'never issued' }, 'non_field_errors', /not valid, or was replaced/],
    [{ token: '' }, 'token', /This invitation link is not valid/],
    [{ full_name: 'Admin' }, 'full_name', /reserved/],
    [{ full_name: '' }, 'full_name', /Name is required/],
    [{ password: 'short' }, 'password', /at least 8 characters/],
    [{ password: 'password1' }, 'password', /too easy to guess/],
  ])('joins nobody with %j', async (wrong, field, message) => {
    await invite()
    const token = await getToken()
    const answer = await accept(token, wrong)
    expect([answer.status, answer.body[field]]).toEqual([400, [expect.stringMatching(message)]])
    expect((await accept(token)).status).toBe(201)
  })

  it('is no link to reset a password, nor the other way round', async () => {
    expect((await accept(await requestResetToken(app, admin.email))).status).toBe(400)
    await invite()
    const body = { token: await getToken(), password: PASSWORD, confirm_password: PASSWORD }
    expect((await app.visitor.post('/api/auth/password/reset/confirm', body)).status).toBe(400)
  })
})
