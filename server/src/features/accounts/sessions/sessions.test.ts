import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { listAuditEntries, makeUser, requestResetToken } from '../../../../test/factories/accounts.ts'
import { withTransaction } from '../../../platform/database.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { refreshTokens, sessions, users } from '../tables.ts'
import { hashToken } from '../token-hash.ts'
import { signAccessToken } from './access-token.ts'
import { endSessions } from './session.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A call that any signed-in person may make. */
const PROBE = '/api/notifications'
const probe = (token: string) => app.withToken(token).get(PROBE)
const refresh = (token: string) => app.visitor.post('/api/auth/token/refresh/', { refresh: token })

describe('refresh', () => {
  it('answers a new pair, and the old token is kept as a used hash alone', async () => {
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

  it('rotates once when 20 tabs ask at the same time', async () => {
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

  it('ends the whole session when a used token comes back after the grace', async () => {
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

  it('refuses tokens that were never given, are expired, or belong to a deactivated person', async () => {
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

  it('forgets tokens whose time is over', async () => {
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

describe('access tokens', () => {
  it('are refused when they are forged in any way', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const key = app.deps.secrets.key('access-token')
    const now = Math.floor(app.deps.clock.now().getTime() / 1_000)
    const claims = {
      sub: String(user.id),
      sid: user.sessionId,
      role: 'admin',
      aud: 'tendwell-api',
      iat: now,
      exp: now + 600,
    }
    const good = { alg: 'HS256', typ: 'at+jwt' }
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const sign = (header: object, content: object, withKey: Uint8Array = key, hash = 'sha256') => {
      const signed = `${encode(header)}.${encode(content)}`
      return `${signed}.${createHmac(hash, withKey).update(signed).digest('base64url')}`
    }
    expect((await probe(sign(good, claims))).status).toBe(200)

    const own = new Uint8Array(32).fill(7)
    const jwk = { kty: 'oct', alg: 'HS256', kid: 'own', k: Buffer.from(own).toString('base64url') }
    let fetched = 0
    const keys = createServer((_request, response) => {
      fetched += 1
      response.end(JSON.stringify({ keys: [jwk] }))
    }).listen(0, '127.0.0.1')
    await once(keys, 'listening')
    const jku = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`
    const truth = sign(good, { ...claims, role: 'caretaker' })
    const [, , signature] = truth.split('.')
    const { exp: _exp, ...endless } = claims
    const { sid: _sid, ...sessionless } = claims
    const forged = {
      'no algorithm': `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`,
      'no algorithm in capitals': `${encode({ alg: 'NONE', typ: 'at+jwt' })}.${encode(claims)}.`,
      'no algorithm under a signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.${signature}`,
      'other claims under a true signature': `${encode(good)}.${encode(claims)}.${signature}`,
      'no signature': `${encode(good)}.${encode(claims)}.`,
      'an empty key': sign(good, claims, new Uint8Array(0)),
      'another key': sign(good, claims, own),
      'a key of another installation': sign(
        good,
        claims,
        createSecrets('another secret').key('access-token'),
      ),
      'a key for another purpose': sign(good, claims, app.deps.secrets.key('refresh-token')),
      'its own key in the header': sign({ ...good, jwk }, claims, own),
      'its own key by address': sign({ ...good, jku, kid: 'own' }, claims, own),
      'its own certificate by address': sign({ ...good, x5u: jku }, claims, own),
      'its own key by a path': sign({ ...good, kid: '../../../../dev/null' }, claims, new Uint8Array(0)),
      'a demand that nobody knows': sign({ ...good, crit: ['b64'], b64: false }, claims),
      'another algorithm': sign({ ...good, alg: 'HS512' }, claims, key, 'sha512'),
      'another type': sign({ ...good, typ: 'JWT' }, claims),
      'another audience': sign(good, { ...claims, aud: 'elsewhere' }),
      'no end': sign(good, endless),
      'an end in the past': sign(good, { ...claims, exp: now - 1 }),
      'no session': sign(good, sessionless),
      'a session of somebody else': sign(good, { ...claims, sub: String(user.id + 1) }),
      'a session that is none': sign(good, { ...claims, sid: "' OR 1=1" }),
      'a subject that is no number': sign(good, { ...claims, sub: 'x' }),
      'a refresh token': user.refresh,
      'a mailed token': await requestResetToken(app, user.email),
      nothing: '.',
    }
    for (const [how, token] of Object.entries(forged)) {
      const answer = await probe(token)
      expect([how, answer.status]).toEqual([how, 401])
    }
    keys.close()
    expect(fetched, 'nobody asks where a token says').toBe(0)
  })

  it('are no refresh tokens, and neither is what was mailed', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const mailed = await requestResetToken(app, user.email)
    for (const token of [user.token, mailed, user.sessionId]) expect((await refresh(token)).status).toBe(401)
    expect((await probe(user.token)).status).toBe(200)
  })

  it('end after 15 minutes', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await app.advance(14)
    expect((await probe(user.token)).status).toBe(200)
    await app.advance(2)
    expect((await probe(user.token)).status).toBe(401)
    expect((await refresh(user.refresh)).status).toBe(200)
  })

  it('carry no right of their own: the database says the role and whether the person is active', async () => {
    const user = await makeUser(app, { role: 'admin' })
    const list = '/api/admin-panel/caregivers/verification/'
    expect((await user.client.get(list)).status).toBe(200)
    await app.deps.database.update(users).set({ role: 'caretaker' }).where(eq(users.id, user.id))
    expect((await user.client.get(list)).status).toBe(403)
    const asAdmin = await signAccessToken(app.deps, {
      userId: user.id,
      role: 'admin',
      sessionId: user.sessionId,
    })
    expect((await app.withToken(asAdmin).get(list)).status).toBe(403)
    await app.deps.database.update(users).set({ isActive: false }).where(eq(users.id, user.id))
    expect((await user.client.get(list)).status).toBe(401)
  })

  it('are not taken as another scheme', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const response = await fetch(new URL(PROBE, app.url), {
      headers: { authorization: `Token ${user.token}` },
    })
    expect(response.status).toBe(401)
    expect((await app.visitor.get(PROBE)).status).toBe(401)
  })
})

describe('ending sessions', () => {
  it('logs out this session alone, at once', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const other = await makeUser(app, { role: 'caretaker' })
    const answer = await app.visitor.post('/api/auth/logout/', { refresh: user.refresh })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: 'Logged out' })
    expect((await probe(user.token)).status).toBe(401)
    expect((await refresh(user.refresh)).status).toBe(401)
    expect((await probe(other.token)).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', { refresh: user.refresh })).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', { refresh: 'never given' })).status).toBe(200)
    expect((await app.visitor.post('/api/auth/logout/', {})).status).toBe(400)
    expect((await listAuditEntries(app, user.id)).map(({ action }) => action)).toEqual(['logout'])
  })

  it('ends all sessions of a person and closes their sockets with 4401', async () => {
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
