/** All nodes of a database share one secret, and it can be changed. @see docs/operations.md#the-secret */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeUser } from '../../../test/factories/accounts.ts'
import { createSecrets, readSigned, signText } from '../secrets.ts'
import { requireSameSecret } from './secret-check.ts'

const NEW = 'another secret that only tests know, as long'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = (secret: string, previous?: string) =>
  requireSameSecret(app.deps.database, createSecrets(secret, previous))
const OTHER = /^APP_SECRET: is not the secret that this database was last used with\./

test('refuses another secret, and keeps no secret in the database', async () => {
  await start(app.appSecret)
  await expect(start(NEW)).rejects.toThrow(OTHER)
  await expect(start(NEW, 'a third secret that only tests know, as long')).rejects.toThrow(OTHER)
  const { rows } = await app.deps.database.execute(
    `SELECT value FROM platform_state WHERE key = 'app_secret'`,
  )
  expect(rows).toEqual([{ value: expect.stringMatching(/^[\w-]{43}$/) }])
})

test('the secret is changed in two steps, while nodes of both steps run', async () => {
  await start(app.appSecret, NEW)
  await start(app.appSecret)
  await start(NEW, app.appSecret)
  await start(app.appSecret, NEW)
  await start(NEW, app.appSecret)
  await start(NEW)
  await expect(start(app.appSecret)).rejects.toThrow(OTHER)
  await start(app.appSecret, NEW)
})

test('a text that the previous secret signed is read, and one of an older secret is not', () => {
  const [old, current] = [createSecrets(app.appSecret), createSecrets(NEW, app.appSecret)]
  expect(readSigned(current, 'a', signText(old, 'a', 'text'))).toBe('text')
  expect(readSigned(current, 'a', signText(current, 'a', 'te.xt'))).toBe('te.xt')
  expect(readSigned(createSecrets(NEW), 'a', signText(old, 'a', 'text'))).toBeNull()
  expect(readSigned(current, 'b', signText(old, 'a', 'text'))).toBeNull()
  expect(readSigned(current, 'a', 'text')).toBeNull()
})

test('people stay logged in on a node with a new secret, and are strangers to one that does not know theirs', async () => {
  const { token } = await makeUser(app, { role: 'caretaker' })
  const settings = { APP_SECRET: NEW, DATA_DIR: app.deps.config.dataDir }
  const { databaseUrl } = app
  const changed = await testApp({ ...settings, APP_SECRET_PREVIOUS: app.appSecret }, { databaseUrl })
  expect((await changed.withToken(token).get('/api/auth/caretaker/profile')).status).toBe(200)
  await changed.close()
  const without = await testApp(settings, { databaseUrl })
  expect((await without.withToken(token).get('/api/auth/caretaker/profile')).status).toBe(401)
  await without.close()
})
