import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { logIn } from '../../../../test/factories/accounts.ts'
import { logInAgain, makeCaregiver, makePicture, PDF, toForm } from '../../../../test/factories/profiles.ts'
import { type S3Server, startS3 } from '../../../../test/s3.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

describe.each(['disk', 'S3'])('a file on %s', (store) => {
  let app: TestApp
  let file: { url: URL; headers: Record<string, string> }
  let avatar: URL
  beforeAll(async () => {
    app = await testApp(store === 'S3' ? s3.settings : {})
    const owner = await makeCaregiver(app, { verified: false })
    await owner.client.upload('/api/auth/caregiver/documents', toForm({ certificate: { content: PDF } }))
    const photo = toForm({ avatar: { content: await makePicture('png') } })
    const { body } = await (await logInAgain(app, owner)).upload('/api/auth/caregiver/avatar', photo)
    avatar = new URL(body.avatar, app.url)
    const { access } = (await logIn(app, owner.email)).body
    const profile = await app.withToken(access).get('/api/auth/caregiver/profile')
    const headers = { authorization: `Bearer ${access}` }
    file = { url: new URL(profile.body.certificate, app.url), headers }
  })
  afterAll(() => app.close())

  const getPart = (range: string, more: Record<string, string> = {}) =>
    fetch(file.url, { headers: { ...file.headers, range, ...more } })

  it('is served as a whole, and says that it has parts', async () => {
    const response = await fetch(file.url, { headers: file.headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('accept-ranges')).toBe('bytes')
    expect(response.headers.get('content-length')).toBe(String(PDF.length))
    expect(await response.text()).toBe(PDF)
  })

  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=5-', 5, PDF.length],
    ['bytes=-6', PDF.length - 6, PDF.length],
    ['bytes=2-99999', 2, PDF.length],
  ])('is served in part: %s', async (range, start, end) => {
    const response = await getPart(range)
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${PDF.length}`)
    expect(response.headers.get('content-length')).toBe(String(end - start))
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe(PDF.slice(start, end))
  })

  it.each(['bytes=0-1,4-5', 'bytes', 'lines=1-2', 'bytes=b-a'])('is served whole for %j', async (range) => {
    const response = await getPart(range)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(PDF)
  })

  it('is served in part only while it is the same file', async () => {
    const etag = (await fetch(avatar)).headers.get('etag') as string
    const getAvatar = (ifRange: string) =>
      fetch(avatar, { headers: { range: 'bytes=0-3', 'if-range': ifRange } })
    expect((await getAvatar(etag)).status).toBe(206)
    expect((await getAvatar('"another"')).status).toBe(200)
  })

  it('has no part outside of it', async () => {
    const response = await getPart(`bytes=${PDF.length}-`)
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${PDF.length}`)
    expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable' })
  })
})

it('answers 503 while the store is away, keeps nothing half, and goes on when it is back', async () => {
  const store = await startS3()
  const app = await testApp(store.settings, { repeats: false })
  const owner = await makeCaregiver(app, { verified: false })
  const upload = () =>
    owner.client.upload('/api/auth/caregiver/documents', toForm({ certificate: { content: PDF } }))
  const { body: before } = await upload()
  const back = await store.stop()
  for (const answer of [await upload(), await owner.client.get(before.certificate)]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect(answer.body.detail).toBe("Files can't be reached right now. Please try again later")
  }
  await back()
  expect((await owner.client.get(before.certificate)).body).toBe(PDF)
  expect((await upload()).status).toBe(200)
  await app.close()
  await store.close()
})
