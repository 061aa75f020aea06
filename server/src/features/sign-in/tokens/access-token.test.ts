import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  makeUser,
  probeToken,
  refreshSession,
  requestResetToken,
} from '../../../../test/factories/accounts.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { users } from '../../people/tables.ts'
import { signAccessToken } from './access-token.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('access tokens', () => {
  it('are rejected if forged', async () => {
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
    expect((await probeToken(app, sign(good, claims))).status).toBe(200)

    const ownKey = new Uint8Array(32).fill(7)
    const jwk = { kty: 'oct', alg: 'HS256', kid: 'own', k: Buffer.from(ownKey).toString('base64url') }
    let fetched = 0
    const keys = createServer((_request, response) => {
      fetched += 1
      response.end(JSON.stringify({ keys: [jwk] }))
    }).listen(0, '127.0.0.1')
    await once(keys, 'listening')
    const jku = `http://127.0.0.1:${(keys.address() as AddressInfo).port}/keys`
    const genuine = sign(good, { ...claims, role: 'caretaker' })
    const [, , signature] = genuine.split('.')
    const { exp: _exp, ...withoutExpiry } = claims
    const { sid: _sid, ...withoutSession } = claims
    const forged = {
      'no algorithm': `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.`,
      'no algorithm in capitals': `${encode({ alg: 'NONE', typ: 'at+jwt' })}.${encode(claims)}.`,
      'no algorithm under a signature': `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.${signature}`,
      'other claims under a genuine signature': `${encode(good)}.${encode(claims)}.${signature}`,
      'no signature': `${encode(good)}.${encode(claims)}.`,
      'an empty key': sign(good, claims, new Uint8Array(0)),
      'another key': sign(good, claims, ownKey),
      'the key of another installation': sign(
        good,
        claims,
        createSecrets('another secret').key('access-token'),
      ),
      'a key for another purpose': sign(good, claims, app.deps.secrets.key('refresh-token')),
      'its own key in the header': sign({ ...good, jwk }, claims, ownKey),
      'its own key by URL': sign({ ...good, jku, kid: 'own' }, claims, ownKey),
      'its own certificate by URL': sign({ ...good, x5u: jku }, claims, ownKey),
      'its own key by path': sign({ ...good, kid: '../../../../dev/null' }, claims, new Uint8Array(0)),
      'an unknown critical header': sign({ ...good, crit: ['b64'], b64: false }, claims),
      'another algorithm': sign({ ...good, alg: 'HS512' }, claims, key, 'sha512'),
      'another type': sign({ ...good, typ: 'JWT' }, claims),
      'another audience': sign(good, { ...claims, aud: 'elsewhere' }),
      'no expiry': sign(good, withoutExpiry),
      'an expiry in the past': sign(good, { ...claims, exp: now - 1 }),
      'no session': sign(good, withoutSession),
      'another user’s session': sign(good, { ...claims, sub: String(user.id + 1) }),
      'an invalid session id': sign(good, { ...claims, sid: "' OR 1=1" }),
      'a subject that is not a number': sign(good, { ...claims, sub: 'x' }),
      'a refresh token': user.refresh,
      'a reset token': await requestResetToken(app, user.email),
      nothing: '.',
    }
    for (const [name, token] of Object.entries(forged)) {
      const answer = await probeToken(app, token)
      expect([name, answer.status]).toEqual([name, 401])
    }
    keys.close()
    expect(fetched, 'keys are never fetched from a URL in a token').toBe(0)
  })

  it('do not work as refresh tokens, nor do emailed tokens', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const mailed = await requestResetToken(app, user.email)
    for (const token of [user.token, mailed, user.sessionId])
      expect((await refreshSession(app, token)).status).toBe(401)
    expect((await probeToken(app, user.token)).status).toBe(200)
  })

  it('expire after 15 minutes', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await app.advance(14)
    expect((await probeToken(app, user.token)).status).toBe(200)
    await app.advance(2)
    expect((await probeToken(app, user.token)).status).toBe(401)
    expect((await refreshSession(app, user.refresh)).status).toBe(200)
  })

  it('do not decide the role or whether the user is active; the database does', async () => {
    const user = await makeUser(app, { role: 'admin' })
    const list = '/api/admin-panel/caregivers/verification/'
    expect((await user.client.get(list)).status).toBe(200)
    await app.deps.database
      .update(users)
      .set({ role: 'caretaker', staffRole: null })
      .where(eq(users.id, user.id))
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

  it('are only accepted as bearer tokens', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    const response = await fetch(new URL('/api/notifications', app.url), {
      headers: { authorization: `Token ${user.token}` },
    })
    expect(response.status).toBe(401)
    expect((await app.visitor.get('/api/notifications')).status).toBe(401)
  })
})
