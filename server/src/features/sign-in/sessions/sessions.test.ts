import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  findAccount,
  listAuditEntries,
  makeUser,
  PASSWORD,
  probeToken,
  refreshSession,
} from '../../../../test/factories/accounts.ts'
import { openNotificationsSocket } from '../../../../test/factories/chat.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { hashToken } from '../../people/token-hash.ts'
import { endSessions } from './session.ts'
import { refreshTokens, sessions } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('refresh', () => {
  it('returns a new pair of tokens, and stores only hashes', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const answer = await refreshSession(app, user.refresh)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['access', 'refresh'])
    expect(answer.body.refresh).not.toBe(user.refresh)
    expect((await probeToken(app, answer.body.access)).status).toBe(200)

    const rows = await app.deps.database
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.sessionId, user.sessionId))
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(user.refresh)
    expect(JSON.stringify(rows)).not.toContain(answer.body.refresh)
    expect(rows.find((row) => row.tokenHash === hashToken(user.refresh))?.usedAt).not.toBeNull()
  })

  it('keeps the zone of the browser last used, and ignores one that does not exist', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const findZone = async () => (await findAccount(app, user.email))?.timezone
    expect(await findZone()).toBeNull()
    const refresh = (token: string, timezone: string) =>
      app.visitor.post('/api/auth/token/refresh/', { refresh: token, timezone })
    const { body: first } = await refresh(user.refresh, 'Asia/Karachi')
    expect(await findZone()).toBe('Asia/Karachi')
    expect((await refresh(first.refresh, 'Mars/Olympus')).status).toBe(200)
    expect(await findZone()).toBe('Asia/Karachi')
    const login = { email: user.email, password: PASSWORD, timezone: 'Europe/Paris' }
    expect((await app.visitor.post('/api/auth/login/', login)).status).toBe(200)
    expect(await findZone()).toBe('Europe/Paris')
    const refused = { ...login, password: 'not the password', timezone: 'Asia/Tokyo' }
    expect((await app.visitor.post('/api/auth/login/', refused)).status).toBe(401)
    expect(await findZone()).toBe('Europe/Paris')
  })

  it('rotates once when 20 tabs refresh at the same time', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshSession(app, user.refresh)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => answer.body.refresh)).size).toBe(1)
    const rows = await app.deps.database
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.sessionId, user.sessionId))
    expect(rows).toHaveLength(2)
    expect((await refreshSession(app, answers[0]?.body.refresh)).status).toBe(200)
  })

  it('ends the session when a used token comes back after the grace period', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = await makeUser(app, { role: 'caretaker' })
    const { body: next } = await refreshSession(app, user.refresh)
    await app.advance(1)

    const stolen = await refreshSession(app, user.refresh)
    expect(stolen.status).toBe(401)
    expect(stolen.body).toMatchObject({
      code: 'unauthorized',
      detail: expect.any(String),
      request_id: expect.any(String),
    })
    expect((await refreshSession(app, next.refresh)).status).toBe(401)
    expect((await probeToken(app, next.access)).status).toBe(401)
    expect((await probeToken(app, other.token)).status).toBe(200)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual([
      'session.refresh-reused',
    ])
  })

  it('rejects tokens that are unknown, expired or of a deactivated user', async () => {
    expect((await refreshSession(app, 'x'.repeat(43))).status).toBe(401)
    const user = await makeUser(app, { role: 'caretaker' })
    const inactive = await makeUser(app, { role: 'caretaker', active: false })
    expect((await refreshSession(app, inactive.refresh)).status).toBe(401)
    expect((await probeToken(app, inactive.token)).status).toBe(401)
    await app.deps.database
      .update(refreshTokens)
      .set({ expiresAt: app.deps.clock.now() })
      .where(eq(refreshTokens.tokenHash, hashToken(user.refresh)))
    expect((await refreshSession(app, user.refresh)).status).toBe(401)
  })

  it.each([{}, { refresh: '' }, { refresh: 7 }, { refresh: null }, { refresh: 'x', more: 1 }, [[]], 'null'])(
    'answers 400 to %j',
    async (body) => {
      const answer = await app.visitor.post('/api/auth/token/refresh', body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid', request_id: expect.any(String) })
    },
  )

  it('deletes expired tokens', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await app.deps.database
      .update(refreshTokens)
      .set({ expiresAt: new Date(0) })
      .where(eq(refreshTokens.sessionId, user.sessionId))
    await app.deps.jobs.sweep()
    const left = await app.deps.database
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.sessionId, user.sessionId))
    expect(left).toEqual([])
  })
})

describe('ending sessions', () => {
  it('logs out the session of the refresh token only, at once', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = await makeUser(app, { role: 'caretaker' })
    const answer = await app.visitor.post('/api/auth/logout/', { refresh: user.refresh })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: 'Logged out' })
    expect((await probeToken(app, user.token)).status).toBe(401)
    expect((await refreshSession(app, user.refresh)).status).toBe(401)
    expect((await probeToken(app, other.token)).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', { refresh: user.refresh })).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', { refresh: 'unknown' })).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', {})).status).toBe(400)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual(['logout'])
  })

  it('ends all sessions of a user and closes their sockets with 4401', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const { closed } = await openNotificationsSocket(app, user)
    const ended = await withTransaction(app.deps.database, (transaction) =>
      endSessions(transaction, app.deps, { userId: user.id }),
    )
    expect(ended).toBe(1)
    expect((await probeToken(app, user.token)).status).toBe(401)
    await app.drain()
    expect(await closed).toBe(4401)
    const rows = await app.deps.database.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(rows.map((row) => row.endedAt === null)).toEqual([false])
  })
})
