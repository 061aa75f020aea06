import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listAuditEntries, makeUser } from '../../../../test/factories/accounts.ts'
import { withTransaction } from '../../../platform/database.ts'
import { refreshTokens, sessions } from '../tables.ts'
import { hashToken } from '../token-hash.ts'
import { endSessions } from './session.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A call that every signed-in user may make. */
const PROBE = '/api/notifications'
const probe = (token: string) => app.withToken(token).get(PROBE)
const refresh = (token: string) => app.visitor.post('/api/auth/token/refresh/', { refresh: token })

describe('refresh', () => {
  it('returns a new pair of tokens, and stores only hashes', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const answer = await refresh(user.refresh)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['access', 'refresh'])
    expect(answer.body.refresh).not.toBe(user.refresh)
    expect((await probe(answer.body.access)).status).toBe(200)

    const rows = await app.deps.database
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.sessionId, user.sessionId))
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(user.refresh)
    expect(JSON.stringify(rows)).not.toContain(answer.body.refresh)
    expect(rows.find((row) => row.tokenHash === hashToken(user.refresh))?.usedAt).not.toBeNull()
  })

  it('rotates once when 20 tabs refresh at the same time', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(user.refresh)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map((answer) => answer.body.refresh)).size).toBe(1)
    const rows = await app.deps.database
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.sessionId, user.sessionId))
    expect(rows).toHaveLength(2)
    expect((await refresh(answers[0]?.body.refresh)).status).toBe(200)
  })

  it('ends the session when a used token comes back after the grace period', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = await makeUser(app, { role: 'caretaker' })
    const { body: next } = await refresh(user.refresh)
    await app.advance(1)

    const stolen = await refresh(user.refresh)
    expect(stolen.status).toBe(401)
    expect(stolen.body).toMatchObject({
      code: 'unauthorized',
      detail: expect.any(String),
      request_id: expect.any(String),
    })
    expect((await refresh(next.refresh)).status).toBe(401)
    expect((await probe(next.access)).status).toBe(401)
    expect((await probe(other.token)).status).toBe(200)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual([
      'session.refresh-reused',
    ])
  })

  it('rejects tokens that are unknown, expired or of a deactivated user', async () => {
    expect((await refresh('x'.repeat(43))).status).toBe(401)
    const user = await makeUser(app, { role: 'caretaker' })
    const inactive = await makeUser(app, { role: 'caretaker', active: false })
    expect((await refresh(inactive.refresh)).status).toBe(401)
    expect((await probe(inactive.token)).status).toBe(401)
    await app.deps.database
      .update(refreshTokens)
      .set({ expiresAt: app.deps.clock.now() })
      .where(eq(refreshTokens.tokenHash, hashToken(user.refresh)))
    expect((await refresh(user.refresh)).status).toBe(401)
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
  it('logs out this session only, immediately', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = await makeUser(app, { role: 'caretaker' })
    const answer = await app.visitor.post('/api/auth/logout/', { refresh: user.refresh })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: 'Logged out' })
    expect((await probe(user.token)).status).toBe(401)
    expect((await refresh(user.refresh)).status).toBe(401)
    expect((await probe(other.token)).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', { refresh: user.refresh })).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', { refresh: 'unknown' })).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', {})).status).toBe(400)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual(['logout'])
  })

  it('ends all sessions of a user and closes their sockets with 4401', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws/notifications/?token=${user.token}`)
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('open', resolve))
    const ended = await withTransaction(app.deps.database, (transaction) =>
      endSessions(transaction, app.deps, { userId: user.id }),
    )
    expect(ended).toBe(1)
    expect((await probe(user.token)).status).toBe(401)
    await app.drain()
    expect(await closed).toBe(4401)
    const rows = await app.deps.database.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(rows.map((row) => row.endedAt === null)).toEqual([false])
  })
})
