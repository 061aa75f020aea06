import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  logInAgain,
  makeCaregiver,
  makePicture,
  PDF,
  setActive,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { auditLog } from '../../people/index.ts'
import { createFileLink } from '../index.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let owner: TestUser
let fileId: string

beforeAll(async () => {
  app = await testApp()
  owner = await makeCaregiver(app, { verified: false })
  const form = toForm({ certificate: { content: PDF, name: 'certificate.pdf' } })
  const { body } = await owner.client.upload('/api/auth/caregiver/documents', form)
  fileId = /files\/([^?]+)/.exec(body.certificate)?.[1] ?? ''
})
afterAll(() => app.close())

const changeSignature = (link: string) =>
  link.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A'))

function listOpenings() {
  return app.deps.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'document.opened'))
    .orderBy(auditLog.id)
}

describe('a document link', () => {
  it('opens for its owner for 10 minutes', async () => {
    const link = createFileLink(app.deps, fileId, owner.id)
    const opened = await owner.client.get(link)
    expect(opened.status).toBe(200)
    expect(opened.body).toBe(PDF)
    await app.advance(9)
    expect((await owner.client.get(link)).status).toBe(200)
    await app.advance(2)
    const ended = await owner.client.get(link)
    expect(ended.status).toBe(404)
    expect(ended.body).toMatchObject({
      code: 'not_found',
      detail: 'Not found',
      request_id: expect.any(String),
    })
    expect(await listOpenings()).toEqual([])
  })

  it('answers 404 when any part of it was changed', async () => {
    const link = createFileLink(app.deps, fileId, owner.id)
    const admin = await makeUser(app, { role: 'admin' })
    const [, expires = ''] = /expires=(\d+)/.exec(link) ?? []
    const forged = [
      link.replace(`viewer=${owner.id}`, `viewer=${admin.id}`),
      link.replace(`expires=${expires}`, `expires=${Number(expires) + 600}`),
      changeSignature(link),
      link.slice(0, -1),
      link.replace(/&signature=.*/, ''),
      link.replace(/\?.*/, ''),
      `${link}&signature=x`,
      link.replace(fileId, UNKNOWN),
      createFileLink(app.deps, UNKNOWN, owner.id),
      createFileLink(app.deps, fileId, 999_999),
      '/api/files/1',
      '/api/files/..%2f..%2fapp-secret',
      `/api/files/${fileId}?viewer=1e309&expires=%00&signature[]=1`,
    ]
    for (const path of forged) {
      for (const { client } of [owner, admin]) expect((await client.get(path)).status, path).toBe(404)
    }
  })

  it('answers 404 for another person and for a deactivated owner, even with our signature', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    const other = await makeCaregiver(app)
    for (const stranger of [family, other]) {
      expect((await stranger.client.get(createFileLink(app.deps, fileId, stranger.id))).status).toBe(404)
    }
    await setActive(app, owner.id, false)
    expect((await owner.client.get(createFileLink(app.deps, fileId, owner.id))).status).toBe(404)
    await setActive(app, owner.id, true)
    const again = await logInAgain(app, owner)
    expect((await again.get(createFileLink(app.deps, fileId, owner.id))).status).toBe(200)
  })

  it('is written to the audit log each time an admin opens it', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    const link = createFileLink(app.deps, fileId, admin.id)
    const before = (await listOpenings()).length
    expect((await admin.client.get(link)).status).toBe(200)
    expect((await admin.client.get(link)).status).toBe(200)
    expect((await admin.client.get(changeSignature(link))).status).toBe(404)
    const written = (await listOpenings()).slice(before)
    expect(written).toHaveLength(2)
    expect(written[0]).toMatchObject({
      actorId: admin.id,
      subject: `user:${owner.id}`,
      after: { file: fileId },
      address: '127.0.0.1',
      at: expect.any(Date),
    })
  })
})

describe('an avatar', () => {
  it('is public, and its path opens no document', async () => {
    const form = toForm({ avatar: { content: await makePicture('jpeg') } })
    const { body } = await (await logInAgain(app, owner)).upload('/api/auth/caregiver/avatar', form)
    expect(body.avatar).toMatch(/^\/avatars\/[0-9a-f-]{36}$/)
    const response = await fetch(new URL(body.avatar, app.url))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    await response.arrayBuffer()

    const avatarId = body.avatar.split('/').at(-1)
    const again = await logInAgain(app, owner)
    expect((await again.get(createFileLink(app.deps, avatarId, owner.id))).status).toBe(404)
    for (const id of [fileId, UNKNOWN, '1', '..%2fapp-secret', '%00']) {
      expect((await app.visitor.get(`/avatars/${id}`)).status, id).toBe(404)
    }
  })
})

describe('initials', () => {
  const getInitials = (seed: string) =>
    app.visitor.get(`/avatars/initials/svg?seed=${encodeURIComponent(seed)}`)

  it('are drawn by the server in our colors, the same for the same name', async () => {
    const first = await getInitials('Maria Lopez')
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toContain('image/svg+xml')
    expect(first.headers.get('content-security-policy')).toContain('sandbox')
    expect(first.headers.get('cache-control')).toContain('public')
    expect(first.body).toContain('>ML<')
    expect(first.body).toMatch(/fill="#(1f5d46|dde8df|f3e7cc|f7e3da)"/)
    expect((await getInitials('Maria Lopez')).body).toBe(first.body)
    const others = await Promise.all(['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Fa', 'Gu', 'Ha'].map(getInitials))
    const backgrounds = others.map(({ body }) => /<rect fill="([^"]+)"/.exec(body)?.[1])
    expect(new Set(backgrounds).size).toBeGreaterThan(1)
  })

  it('contain no script for any name', async () => {
    for (const seed of ['', '<script>alert(1)</script>', '"&<>', '\x01\x02', 'é ü', '王 芳', '👩‍🍼', ' ']) {
      const { status, body } = await getInitials(seed)
      expect(status, seed).toBe(200)
      expect(body).not.toContain('<script')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these
      expect(body).not.toMatch(/[\x00-\x08]/)
    }
    for (const path of ['?seed=%00', `?seed=${'a'.repeat(256)}`, '?seed=a&seed=b', '?seed=%ED%A0%80']) {
      const { status } = await app.visitor.get(`/avatars/initials/svg${path}`)
      expect(status, path).toBeLessThan(500)
    }
    expect((await app.visitor.get('/avatars/initials/svg?seed=%00')).status).toBe(400)
    // The longest name that the product takes, in any script.
    expect((await getInitials('अ'.repeat(255))).status).toBe(200)
    expect((await getInitials('a'.repeat(256))).status).toBe(400)
  })
})

it('redirects initials to the avatar service and allows its images in the content policy', async () => {
  const other = await testApp({ AVATAR_SERVICE_URL: 'https://avatars.example/9.x/initials/svg' })
  const { status, headers } = await other.visitor.get('/avatars/initials/svg?seed=Ada%20%26%20Co')
  expect(status).toBe(302)
  expect(headers.get('location')).toBe('https://avatars.example/9.x/initials/svg?seed=Ada%20%26%20Co')
  const { headers: home } = await other.visitor.get('/api/nothing')
  expect(home.get('content-security-policy')).toContain('https://avatars.example')
  await other.close()
})
