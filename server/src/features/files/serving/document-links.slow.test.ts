/**
 * A link to an identity paper or to evidence opens for its viewer's session only.
 * @see docs/rules/profiles-and-files.md#file-links
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import {
  logIn,
  makeUser,
  PASSWORD,
  refreshSession,
  type TestUser,
} from '../../../../test/factories/accounts.ts'
import { makeDispute } from '../../../../test/factories/disputes.ts'
import { makePicture, PDF, setActive, toForm } from '../../../../test/factories/profiles.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Opens a link as a browser does: with cookies, without a token. */
async function open(link: string, cookie = ''): Promise<number> {
  const { status } = await fetch(new URL(link, app.url), { headers: { cookie } })
  return status
}

function readCookies(headers: Headers): { cookie: string; lines: string[] } {
  const lines = headers.getSetCookie().filter((line) => line.startsWith('tendwell-files='))
  return { lines, cookie: lines.map((line) => line.split(';')[0]).join('; ') }
}

/** A browser that a person has logged in with. */
async function openBrowser({ email }: TestUser) {
  const { body, headers } = await logIn(app, email)
  return { access: body.access as string, refresh: body.refresh as string, ...readCookies(headers) }
}

async function makeDocument() {
  const owner = await makeUser(app, { role: 'caregiver' })
  const { body } = await owner.client.upload(
    '/api/auth/caregiver/documents',
    toForm({ certificate: { content: PDF } }),
  )
  return { owner, link: body.certificate as string }
}

describe('a link to a document', () => {
  it('opens in a browser where its viewer is logged in, and nowhere else', async () => {
    const { owner, link } = await makeDocument()
    const { cookie } = await openBrowser(owner)
    expect(await open(link, cookie)).toBe(200)

    expect(await open(link)).toBe(404)
    for (const role of ['admin', 'caregiver', 'caretaker'] as const) {
      const other = await makeUser(app, { role })
      const browser = await openBrowser(other)
      expect([role, await open(link, browser.cookie)]).toEqual([role, 404])
      expect([role, (await other.client.get(link)).status]).toEqual([role, 404])
    }
    expect(await open(link.replace(/signature=.*/, 'signature=x'), cookie)).toBe(404)
    const path = link.replace(/\?.*/, '')
    expect(await open(path, cookie)).toBe(404)
    expect(await open(link, `${cookie}x`)).toBe(404)
    expect(await open(link, `tendwell-files=${owner.id}.${owner.sessionId}`)).toBe(404)
  })

  it.each([
    ['logs out', (_owner: TestUser, refresh: string) => app.visitor.post('/api/auth/logout', { refresh })],
    [
      'ends the session on another device',
      async ({ client }: TestUser) => {
        const { body } = await client.get('/api/auth/sessions')
        for (const { id, is_current } of body.results) {
          if (!is_current) await client.delete(`/api/auth/sessions/${id}`)
        }
      },
    ],
    [
      'changes the password on another device',
      ({ client }: TestUser) =>
        client.post('/api/auth/password/change', {
          confirm_password: 'plum garden 93 kite',
          current_password: PASSWORD,
          password: 'plum garden 93 kite',
        }),
    ],
    ['is deactivated', ({ id }: TestUser) => setActive(app, id, false)],
  ])('ends when its viewer %s', async (_what, endSession) => {
    const { owner, link } = await makeDocument()
    const { cookie, refresh } = await openBrowser(owner)
    expect(await open(link, cookie)).toBe(200)
    await endSession(owner, refresh)
    expect(await open(link, cookie)).toBe(404)
  })

  it('opens after a refresh, by a cookie that scripts and other sites can’t use', async () => {
    const { owner, link } = await makeDocument()
    const { refresh, lines } = await openBrowser(owner)
    const { headers } = await refreshSession(app, refresh)
    expect(await open(link, readCookies(headers).cookie)).toBe(200)
    for (const line of [...lines, ...readCookies(headers).lines]) {
      expect(line).toMatch(/; Path=\/api\/files;/)
      expect(line).toContain('; HttpOnly')
      expect(line).toContain('; SameSite=Strict')
    }
    expect([lines.length, readCookies(headers).lines.length]).toEqual([1, 1])
  })

  it('opens nothing else: the cookie authorizes no call', async () => {
    const { owner } = await makeDocument()
    const { cookie } = await openBrowser(owner)
    expect(await open('/api/auth/caregiver/profile', cookie)).toBe(401)
    expect(await open('/api/notifications', cookie)).toBe(401)
  })
})

it('opens evidence for each side and an admin in their own browser only', async () => {
  const { id, request } = await makeDispute(app)
  const admin = await makeUser(app, { role: 'admin' })
  const form = toForm({ file: { content: await makePicture('png'), name: 'door.png' } })
  await request.family.client.upload(`/api/disputes/${id}/evidence`, form)
  const readers = [request.family, request.caregiver, admin]
  const cookies = await Promise.all(readers.map(async (reader) => (await openBrowser(reader)).cookie))
  for (const [index, reader] of readers.entries()) {
    const path = reader === admin ? `/api/admin-panel/disputes/${id}` : `/api/disputes/${id}`
    const { body } = await reader.client.get(path)
    const opened = await Promise.all(cookies.map((cookie) => open(body.evidence[0].url, cookie)))
    expect(opened).toEqual(readers.map((_, other) => (other === index ? 200 : 404)))
  }
})
