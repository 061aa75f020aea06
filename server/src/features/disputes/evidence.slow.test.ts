import type { Evidence } from '@tendwell/contract/safety/disputes'
import { count, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser, type TestUser } from '../../../test/factories/accounts.ts'
import { insertPaidRequest } from '../../../test/factories/booked.ts'
import { disputeRequest, type TestDispute } from '../../../test/factories/disputes.ts'
import { makePicture, PDF, toForm } from '../../../test/factories/profiles.ts'
import { files } from '../files/index.ts'

let app: TestApp
let admin: TestUser
let picture: Buffer
beforeAll(async () => {
  app = await testApp()
  admin = await makeUser(app, { role: 'admin' })
  picture = await makePicture('png')
})
afterAll(() => app.close())

const makeDispute = async () => disputeRequest(app, await insertPaidRequest(app))

function addEvidence(
  { id, request }: TestDispute,
  content: Buffer | string,
  name = 'proof.png',
  caption?: string,
) {
  const form = toForm({ file: { content, name } })
  if (caption !== undefined) form.append('caption', caption)
  return request.family.client.upload(`/api/disputes/${id}/evidence`, form)
}
const countStoredEvidence = async () => {
  const rows = await app.deps.database
    .select({ count: count() })
    .from(files)
    .where(eq(files.kind, 'evidence'))
  return rows[0]?.count
}
const listEvidenceFor = async (person: TestUser, { id }: TestDispute) => {
  const path = person === admin ? `/api/admin-panel/disputes/${id}` : `/api/disputes/${id}`
  return (await person.client.get(path)).body.evidence
}

/** Random noise, which does not compress. */
function makeNoise(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
}

describe('evidence', () => {
  it('is shown to both parties and admins through their own links, which expire in 10 minutes', async () => {
    const dispute = await makeDispute()
    const answer = await addEvidence(dispute, picture, 'door.png', 'Evidence file: door.png')
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      url: expect.stringContaining('/api/files/'),
      kind: 'image',
      caption: 'Evidence file: door.png',
      uploaded_at: expect.stringMatching(/Z$/),
      uploaded_by_name: dispute.request.family.fullName,
      uploaded_by: 'caretaker',
      bytes: picture.length,
    })
    expect((await addEvidence(dispute, PDF, 'letter.pdf')).body).toMatchObject({ kind: 'pdf', caption: '' })
    const links = new Map<string, typeof admin>()
    for (const person of [dispute.request.family, dispute.request.caregiver, admin]) {
      const [image, pdf] = await listEvidenceFor(person, dispute)
      expect((await person.client.get(image.url)).headers.get('content-type')).toMatch(/^image\//)
      expect((await person.client.get(pdf.url)).headers.get('content-disposition')).toContain('attachment')
      links.set(image.url, person)
    }
    expect(links.size).toBe(3)
    await app.advance(11)
    for (const [link, { client }] of links) expect((await client.get(link)).status).toBe(404)
  })

  it('is limited to five files for each side, even when uploaded in parallel', async () => {
    const dispute = await makeDispute()
    const before = await countStoredEvidence()
    const answers = await Promise.all(Array.from({ length: 8 }, () => addEvidence(dispute, picture)))
    expect(answers.filter(({ status }) => status === 201).length).toBe(5)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, body.file])).toEqual(
      Array(3).fill([
        400,
        ['You can only upload a maximum of 5 files. You currently have 5 files selected.'],
      ]),
    )
    expect(await countStoredEvidence()).toBe((before ?? 0) + 5)
    const { caregiver, family } = dispute.request
    const log = toForm({ file: { content: PDF, name: 'log.pdf' } })
    const added = await caregiver.client.upload(`/api/disputes/${dispute.id}/evidence`, log)
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ uploaded_by: 'caregiver', uploaded_by_name: caregiver.fullName })
    const sides = (await listEvidenceFor(family, dispute)).map((item: Evidence) => item.uploaded_by)
    expect(sides).toEqual([...Array(5).fill('caretaker'), 'caregiver'])
  })

  it('is limited to 10 MB in total, even when uploaded in parallel', async () => {
    const dispute = await makeDispute()
    const large = await makeNoise(1_500, 1_000)
    expect(large.length).toBeGreaterThan(3.5 * 1024 * 1024)
    const answers = await Promise.all(Array.from({ length: 4 }, () => addEvidence(dispute, large)))
    const accepted = answers.filter(({ status }) => status === 201).length
    expect(accepted).toBe(Math.floor((10 * 1024 * 1024) / large.length))
    expect(answers.find(({ status }) => status === 400)?.body.file).toEqual([
      expect.stringMatching(/^Total file size cannot exceed 10MB\. Current total: \d+\.\dMB$/),
    ])
    const stored = await listEvidenceFor(dispute.request.family, dispute)
    expect(stored.map(({ bytes }: { bytes: number }) => bytes)).toEqual(Array(accepted).fill(large.length))
  })

  it.each([
    ['HTML', '<script>alert(1)</script>', 'proof.png', 415],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'proof.svg', 415],
    ['an empty file', '', 'proof.png', 415],
  ])('rejects %s and stores nothing', async (_what, content, name, status) => {
    const dispute = await makeDispute()
    const before = await countStoredEvidence()
    const answer = await addEvidence(dispute, content, name)
    expect(answer.status).toBe(status)
    expect(answer.body.file).toEqual([
      `${name} is not a valid file type. Please upload PNG, JPG, or PDF files.`,
    ])
    expect(await countStoredEvidence()).toBe(before)
    expect(await listEvidenceFor(dispute.request.family, dispute)).toEqual([])
  })

  it('rejects a WebP image, a caption that is too long and a call without a file', async () => {
    const dispute = await makeDispute()
    expect((await addEvidence(dispute, await makePicture('webp'), 'proof.webp')).status).toBe(415)
    expect((await addEvidence(dispute, picture, 'proof.png', 'x'.repeat(301))).body.caption).toEqual([
      'Must be at most 300 characters',
    ])
    const form = new FormData()
    form.append('caption', 'alone')
    const { status } = await dispute.request.family.client.upload(
      `/api/disputes/${dispute.id}/evidence`,
      form,
    )
    expect(status).toBe(400)
    expect(await listEvidenceFor(dispute.request.family, dispute)).toEqual([])
  })

  it('can be added by nobody else, and only while the dispute is open', async () => {
    const dispute = await makeDispute()
    const { caregiver, family } = dispute.request
    const path = `/api/disputes/${dispute.id}/evidence`
    const form = () => toForm({ file: { content: picture, name: 'proof.png' } })
    for (const role of ['caretaker', 'caregiver'] as const) {
      const stranger = await makeUser(app, { role })
      expect((await stranger.client.upload(path, form())).status).toBe(404)
    }
    expect((await admin.client.upload(path, form())).status).toBe(403)
    expect((await family.client.upload('/api/disputes/99999999/evidence', form())).status).toBe(404)
    await family.client.patch(`/api/disputes/${dispute.id}/close`, {})
    for (const { client } of [family, caregiver]) {
      const late = await client.upload(path, form())
      expect([late.status, late.body.detail]).toEqual([
        409,
        "This dispute is closed, so you can't add evidence",
      ])
    }
    expect(await listEvidenceFor(family, dispute)).toEqual([])
  })
})
