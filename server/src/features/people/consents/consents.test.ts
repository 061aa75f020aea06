import { PRIVACY_VERSION, TERMS_VERSION } from '@tendwell/contract/reference'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { findAccount, makeSignupBody, makeUser, signUp } from '../../../../test/factories/accounts.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import { insertConsents } from './store.ts'
import { consents } from './tables.ts'
import type { AgreedVersions } from './versions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ OPERATOR_NAME: 'Tendwell Care GmbH', API_DOCS: 'on' })
})
afterAll(() => app.close())

const CURRENT = { terms_version: TERMS_VERSION, privacy_version: PRIVACY_VERSION }
const listConsents = async (email: string) => {
  await app.drain()
  const user = await findAccount(app, email)
  return app.deps.database
    .select({ document: consents.document, version: consents.version, at: consents.at })
    .from(consents)
    .where(eq(consents.userId, user?.id ?? 0))
    .orderBy(consents.document)
}
const record = (userId: number, versions: AgreedVersions) =>
  withTransaction(app.deps.database, (transaction) =>
    insertConsents(transaction, userId, versions, app.deps.clock.now()),
  )
const get = async ({ client }: { client: TestApp['visitor'] }) =>
  (await client.get('/api/account/consents')).body

describe('consent', () => {
  it('is recorded at sign-up, with both versions and the time', async () => {
    const body = makeSignupBody(CURRENT)
    expect((await signUp(app, body)).status).toBe(201)
    expect(await listConsents(body.email)).toEqual([
      { document: 'privacy', version: PRIVACY_VERSION, at: expect.any(Date) },
      { document: 'terms', version: TERMS_VERSION, at: expect.any(Date) },
    ])
  })

  it('is asked for where the sign-up named no version', async () => {
    const body = makeSignupBody()
    await signUp(app, body)
    expect(await listConsents(body.email)).toEqual([])
    for (const role of ['caretaker', 'caregiver'] as const) {
      const user = await makeUser(app, { role })
      expect(await get(user)).toEqual({ terms: null, privacy: null, is_outdated: true })
      const answer = await user.client.post('/api/account/consents', CURRENT)
      expect(answer.body).toMatchObject({ terms: { version: TERMS_VERSION }, is_outdated: false })
    }
  })

  it('is asked for where only one version was recorded', async () => {
    const user = await makeUser(app, { role: 'caregiver' })
    await record(user.id, { terms: TERMS_VERSION })
    expect(await get(user)).toMatchObject({ privacy: null, is_outdated: true })
  })

  it('is not asked of staff who never agreed, but for a newer version', async () => {
    const admin = await makeUser(app, { role: 'admin' })
    expect(await get(admin)).toEqual({ terms: null, privacy: null, is_outdated: false })
    await record(admin.id, { terms: '2025-01-01' })
    expect(await get(admin)).toMatchObject({ privacy: null, is_outdated: true })
  })

  it.each(
    ['terms_version', 'privacy_version'].flatMap((field) => [
      [field, 'is no date', 'the newest'],
      [field, 'is newer than the current one', '9999-12-31'],
    ]),
  )('rejects a %s that %s', async (field, _, version) => {
    const sent = { ...CURRENT, [field]: version }
    const google = { credential: 'any', role: 'caretaker', ...sent }
    for (const answer of [
      await signUp(app, makeSignupBody(sent)),
      await app.visitor.post('/api/auth/google', google),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body[field]).toHaveLength(1)
    }
  })

  it('to a newer version is asked for once, and can be given', async () => {
    const user = await makeUser(app, { role: 'caretaker' })
    await record(user.id, { terms: '2025-01-01', privacy: PRIVACY_VERSION })
    expect(await get(user)).toMatchObject({ terms: { version: '2025-01-01' }, is_outdated: true })
    const answer = await user.client.post('/api/account/consents', CURRENT)
    expect(answer.body).toMatchObject({ terms: { version: TERMS_VERSION }, is_outdated: false })
    expect((await user.client.post('/api/account/consents', CURRENT)).status).toBe(200)
    expect(await app.deps.database.$count(consents, eq(consents.userId, user.id))).toBe(3)
  })

  it('is accepted only for the current versions', async () => {
    const user = await makeUser(app, { role: 'admin' })
    for (const body of [{}, { ...CURRENT, terms_version: '2025-01-01' }, { ...CURRENT, more: 1 }]) {
      expect((await user.client.post('/api/account/consents', body)).status).toBe(400)
    }
  })

  it.each(['UPDATE consents SET version = version', 'DELETE FROM consents'])(
    'stays as it was: %s',
    async (statement) => {
      await expect(app.deps.database.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('written once') },
      })
    },
  )
})

it('says who runs the installation', async () => {
  const { body } = await app.visitor.get('/api/auth/settings')
  expect(body.operator_name).toBe('Tendwell Care GmbH')
  const { body: api } = await app.visitor.get('/api/openapi.json')
  expect(JSON.stringify(api.info)).toContain('Tendwell Care GmbH')
})
