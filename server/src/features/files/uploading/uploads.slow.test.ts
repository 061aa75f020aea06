import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { count, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type TestApp, testApp } from '../../../../test/app.ts'
import { makeUser, type TestUser } from '../../../../test/factories/accounts.ts'
import {
  makeInterlacedPng,
  makePicture,
  makePixelBomb,
  PDF,
  toForm,
} from '../../../../test/factories/profiles.ts'
import { files } from '../tables.ts'

const DOCUMENTS = '/api/auth/caregiver/documents'
const AVATAR = '/api/auth/caregiver/avatar'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><html><script>alert(1)</script></html>'

let app: TestApp
let caregiver: TestUser

beforeAll(async () => {
  app = await testApp()
  caregiver = await makeUser(app, { role: 'caregiver' })
})
afterAll(() => app.close())

/** Opens a link to one of the caregiver's files. */
function openFile(link: string): Promise<Response> {
  return fetch(new URL(link, app.url), { headers: { authorization: `Bearer ${caregiver.token}` } })
}

async function countStored(): Promise<{ stored: number; rows: number }> {
  const stored = await readdir(path.join(app.deps.config.dataDir, 'files'))
  const [rows] = await app.deps.database.select({ count: count() }).from(files)
  return { stored: stored.length, rows: rows?.count ?? 0 }
}

function upload(
  field: string,
  content: Buffer | string,
  name = 'picture.png',
  to = DOCUMENTS,
): Promise<Answer> {
  return caregiver.client.upload(to, toForm({ [field]: { content: Buffer.from(content), name } }))
}

describe('rejects', () => {
  afterEach(async () => {
    expect(await countStored()).toEqual({ stored: 0, rows: 0 })
  })

  it.each([
    ['an SVG', SVG, 'drawing.svg'],
    ['an SVG named .png', SVG, 'drawing.png'],
    ['HTML named .png', HTML, 'page.png'],
    ['HTML named .pdf', HTML, 'page.pdf'],
    ['a GIF', 'GIF89a\x01\0\x01\0\0\0\0;', 'picture.gif'],
    ['an executable', '\x7fELF\x02\x01\x01', 'card.jpg'],
    ['a text file', 'just words', 'card.png'],
    ['an empty file', '', 'card.png'],
  ])('%s as a document and as an avatar', async (_what, content, name) => {
    const document = await upload('certificate', Buffer.from(content, 'latin1'), name)
    expect(document.status).toBe(415)
    expect(document.body).toMatchObject({
      code: 'unsupported_type',
      detail: 'Please upload a PNG, JPEG, WebP or PDF file',
      certificate: ['Please upload a PNG, JPEG, WebP or PDF file'],
      request_id: expect.any(String),
    })
    const avatar = await upload('avatar', Buffer.from(content, 'latin1'), name, AVATAR)
    expect(avatar.status).toBe(415)
    expect(avatar.body.detail).toBe('Please upload a PNG, JPEG or WebP image')
  })

  it('a PDF as an avatar', async () => {
    expect((await upload('avatar', PDF, 'me.png', AVATAR)).status).toBe(415)
  })

  it('a small file that decodes to very many pixels', async () => {
    const bomb = makePixelBomb(20_000, 20_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    for (const [field, to] of [
      ['gov_id_front', DOCUMENTS],
      ['avatar', AVATAR],
    ] as const) {
      const answer = await upload(field, bomb, 'bomb.png', to)
      expect(answer.status).toBe(400)
      expect(answer.body[field]).toEqual(['This image is too large. The maximum is 40 megapixels'])
    }
  })

  it('an interlaced image that is too large to decode as a whole', async () => {
    const answer = await upload('gov_id_front', makeInterlacedPng(5_000, 5_000))
    expect(answer.status).toBe(400)
    expect(answer.body.gov_id_front).toEqual([
      'This image is too large to open. Save it with fewer pixels, or as a non-progressive JPEG',
    ])
  })

  it.each(['png', 'jpeg', 'webp'] as const)('a %s that was cut off', async (form) => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
      },
    })
      .toFormat(form)
      .toBuffer()
    const half = whole.subarray(0, whole.length / 2)
    for (const [field, to] of [
      ['certificate', DOCUMENTS],
      ['avatar', AVATAR],
    ] as const) {
      const answer = await upload(field, half, 'half', to)
      expect(answer.status).toBe(400)
      expect(answer.body[field]).toEqual(['This image is damaged'])
    }
  })

  it('files over the size limit', async () => {
    const avatar = await upload('avatar', Buffer.alloc(5 * 1024 * 1024 + 1), 'me.png', AVATAR)
    expect(avatar.status).toBe(413)
    expect(avatar.body).toMatchObject({
      code: 'too_large',
      detail: 'The file is too large. The maximum is 5 MB',
    })
    const document = await upload(
      'gov_id_back',
      Buffer.concat([Buffer.from(PDF), Buffer.alloc(10 * 1024 * 1024)]),
    )
    expect(document.status).toBe(413)
    expect(document.body.gov_id_back).toEqual(['The file is too large. The maximum is 10 MB'])
  })

  it('too many parts', async () => {
    const form = new FormData()
    for (let part = 0; part < 300; part += 1) form.append(`file${part}`, new Blob([PDF]), 'a.pdf')
    expect((await caregiver.client.upload(DOCUMENTS, form)).status).toBe(400)

    const sameName = new FormData()
    for (let part = 0; part < 300; part += 1) sameName.append('certificate', new Blob([PDF]), 'a.pdf')
    expect((await caregiver.client.upload(DOCUMENTS, sameName)).status).toBe(400)

    const many = toForm({
      gov_id_front: { content: PDF },
      gov_id_back: { content: PDF },
      certificate: { content: PDF },
    })
    many.append('gov_id_front', new Blob([PDF]), 'a.pdf')
    const answer = await caregiver.client.upload(DOCUMENTS, many)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  })

  it.each(['passport', 'avatar', '__proto__', 'constructor', 'detail', 'a\0b', ''])(
    'a part named %j',
    async (field) => {
      const answer = await upload(field, PDF)
      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe('invalid')
    },
  )

  it('text in place of a file, and a call without files', async () => {
    const words = new FormData()
    words.append('certificate', 'words')
    const wordsAnswer = await caregiver.client.upload(DOCUMENTS, words)
    expect(wordsAnswer.status).toBe(400)
    expect(wordsAnswer.body.certificate).toEqual(['Please choose files to upload'])

    const nothing = await caregiver.client.upload(DOCUMENTS, new FormData())
    expect(nothing.status).toBe(400)
    expect(nothing.body.detail).toBe('Please choose files to upload')
    expect((await caregiver.client.upload(AVATAR, new FormData())).body.detail).toBe(
      'Please choose a photo to upload',
    )
  })

  it('the whole call when one file is bad', async () => {
    const form = toForm({ gov_id_front: { content: PDF }, certificate: { content: HTML, name: 'c.pdf' } })
    const answer = await caregiver.client.upload(DOCUMENTS, form)
    expect(answer.status).toBe(415)
    expect(answer.body.gov_id_front).toBeUndefined()
  })

  it('bodies that are not multipart, and malformed multipart', async () => {
    expect((await caregiver.client.post(DOCUMENTS, { certificate: 'x' })).status).toBe(415)
    expect((await caregiver.client.post(DOCUMENTS)).status).toBe(415)
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
      'text/plain',
    ]) {
      const answer = await caregiver.client.post(DOCUMENTS, '--x\r\n', { 'content-type': type })
      expect(answer.status, type).toBeGreaterThanOrEqual(400)
      expect(answer.status, type).toBeLessThan(500)
    }
    const cut =
      '--x\r\ncontent-disposition: form-data; name="certificate"; filename="a.pdf"\r\n\r\n%PDF-1.4 cut'
    const answer = await caregiver.client.post(DOCUMENTS, cut, {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(answer.status).toBe(400)
  })

  it('multipart on other routes', async () => {
    const answer = await app.visitor.upload('/api/auth/login', toForm({ email: { content: 'x' } }))
    expect(answer.status).toBe(415)
  })

  it('callers without the right role', async () => {
    const family = await makeUser(app, { role: 'caretaker' })
    const form = () => toForm({ certificate: { content: PDF }, avatar: { content: PDF } })
    expect((await app.visitor.upload(DOCUMENTS, form())).status).toBe(401)
    expect((await app.visitor.upload(AVATAR, form())).status).toBe(401)
    expect((await family.client.upload(DOCUMENTS, form())).status).toBe(403)
    expect((await family.client.upload(AVATAR, form())).status).toBe(403)
    expect((await caregiver.client.upload('/api/auth/caretaker/avatar', form())).status).toBe(403)
  })

  it('visitors only after they have sent everything, because a browser may lose an earlier answer', async () => {
    const form = toForm({ certificate: { content: `${PDF}${'x'.repeat(400_000)}` } })
    const { status, headers } = await app.visitor.upload(DOCUMENTS, form)
    expect([status, headers.get('connection')]).toEqual([401, 'keep-alive'])
  })

  it('an upload that the browser aborts', async () => {
    const arrived = once(app.app.server, 'request')
    const call = httpRequest(new URL(DOCUMENTS, app.url), {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${caregiver.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 100_000,
      },
    })
    call.on('error', () => {})
    const part = (name: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n`
    call.write(`${part('gov_id_front')}${PDF}\r\n${part('certificate')}%PDF-1.4 never `)
    const [incoming, outgoing]: [IncomingMessage, ServerResponse] = (await arrived) as never
    await expect.poll(() => incoming.readableFlowing).toBe(true)
    const ended = new Promise((resolve) => outgoing.once('close', resolve))
    call.destroy()
    await ended
    expect((await upload('passport', PDF)).status).toBe(400)
  })

  it('an upload that is cut off before the handler runs', async () => {
    // If this call never ended, `app.close()` at the end of this file would hang.
    app.app.server.once('request', (incoming: IncomingMessage) => incoming.destroy())
    await expect(upload('certificate', PDF)).rejects.toThrow('fetch failed')
    expect((await upload('passport', PDF)).status).toBe(400)
  })

  it('and the connection still works for the next call', async () => {
    for (let round = 0; round < 3; round += 1) {
      const refused = await upload('passport', Buffer.alloc(3 * 1024 * 1024))
      expect(refused.status).toBe(400)
      expect((await caregiver.client.get('/api/auth/caregiver/profile')).status).toBe(200)
    }
  })
})

describe('accepts', () => {
  it('images and strips their metadata', async () => {
    const photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#1f5d46' } })
      .withExif({ IFD0: { Copyright: 'a secret of the camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">a secret of the camera</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect(photo.includes('a secret of the camera')).toBe(true)

    const { status, body } = await upload('avatar', photo, 'me.jpg', AVATAR)
    expect(status).toBe(200)
    const avatar = await download(body.avatar)
    const shape = await sharp(avatar).metadata()
    expect(shape).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(shape.exif).toBeUndefined()
    expect(avatar.includes('a secret of the camera')).toBe(false)

    const answer = await upload('gov_id_front', photo, 'card.jpg')
    const card = await download(answer.body.gov_id_front)
    expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 500 })
    expect(card.includes('a secret of the camera')).toBe(false)
  })

  it('a PDF unchanged and serves it as an attachment', async () => {
    const { body } = await upload('certificate', PDF, 'My "Zeugnis" é\r\n.pdf')
    const response = await openFile(body.certificate)
    expect(await response.text()).toBe(PDF)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[A-Za-z0-9._ -]+"; filename\*=/,
    )
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  it('only the pixels of a file that is an image and something else', async () => {
    const tail = `${HTML}<?php system('id') ?>PK\x03\x04`
    for (const form of ['png', 'jpeg', 'webp'] as const) {
      const both = Buffer.concat([await makePicture(form), Buffer.from(tail, 'latin1')])
      const { status, body } = await upload('gov_id_front', both, 'page.html')
      expect(status, form).toBe(200)
      const response = await openFile(body.gov_id_front)
      expect(response.headers.get('content-type')).toBe('image/jpeg')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
      const content = Buffer.from(await response.arrayBuffer())
      expect(content.includes('<script>') || content.includes('<?php')).toBe(false)
    }
  })

  it('a PDF with a page of HTML behind it, served as a sandboxed attachment', async () => {
    const { body } = await upload('certificate', PDF + HTML, 'page.html')
    const response = await openFile(body.certificate)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each(['../../../../etc/passwd', '..\\..\\boot.ini', '/etc/passwd', 'a\0.pdf', '%2e%2e%2fsecret', '.'])(
    'a file named %j and stores it under a random key',
    async (name) => {
      const { status, body } = await upload('certificate', PDF, name)
      expect(status).toBe(200)
      const stored = await readdir(path.join(app.deps.config.dataDir, 'files'))
      expect(stored.every((key) => /^[A-Za-z0-9_-]{20,}$/.test(key))).toBe(true)
      const response = await openFile(body.certificate)
      const [, saved] = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
      expect(saved).toMatch(/^[A-Za-z0-9._ -]+$/)
      expect(await response.text()).toBe(PDF)
    },
  )

  it('files by their bytes, not by the declared type', async () => {
    const form = new FormData()
    form.append('certificate', new Blob([PDF], { type: 'text/html' }), 'page.html')
    form.append(
      'gov_id_front',
      new Blob([new Uint8Array(await makePicture('png'))], { type: 'image/svg+xml' }),
      'a.svg',
    )
    const { status, body } = await caregiver.client.upload(DOCUMENTS, form)
    expect(status).toBe(200)
    const types = await Promise.all(
      [body.certificate, body.gov_id_front].map(async (link) => {
        const response = await openFile(link)
        return response.headers.get('content-type')
      }),
    )
    expect(types).toEqual(['application/pdf', 'image/jpeg'])
  })

  it('all three files in one call, as PNG, WebP and JPEG', async () => {
    const form = toForm({
      gov_id_front: { content: await makePicture('png') },
      gov_id_back: { content: await makePicture('webp') },
      certificate: { content: await makePicture('jpeg') },
    })
    const { status, body } = await caregiver.client.upload(DOCUMENTS, form)
    expect(status).toBe(200)
    for (const field of ['gov_id_front', 'gov_id_back', 'certificate']) {
      const response = await openFile(body[field])
      expect(response.headers.get('content-type')).toBe('image/jpeg')
      expect(response.headers.get('content-disposition')).toBe('inline')
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
  })

  it('concurrent uploads, of which the last one stays', async () => {
    const picture = await makePicture('jpeg', { width: 1_000, height: 1_000 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => upload('avatar', picture, 'me.jpg', AVATAR)),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    const shown = await caregiver.client.get('/api/auth/caregiver/profile')
    expect(answers.map((answer) => answer.body.avatar)).toContain(shown.body.avatar)
    expect((await download(shown.body.avatar)).length).toBeGreaterThan(100)
    const rows = await app.deps.database.select().from(files).where(eq(files.kind, 'avatar'))
    expect(rows.map((row) => `/avatars/${row.id}`)).toEqual([shown.body.avatar])
  })
})

async function download(link: string): Promise<Buffer> {
  const response = await openFile(link)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}
