import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { testApp } from '../../../../../test/app.ts'
import { makeUser } from '../../../../../test/factories/accounts.ts'
import { addApp, logInTwice } from '../../../../../test/factories/two-step.ts'
import { factors } from '../tables.ts'

it('keeps apps working while the application secret is changed, and after that', async () => {
  const [old, next] = [
    'the first secret of this installation, long',
    'the second secret of this installation',
  ]
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'tendwell-rotation-'))
  const first = await testApp({ DATA_DIR, APP_SECRET: old, APP_SECRET_PREVIOUS: next })
  const user = await makeUser(first, { role: 'caretaker' })
  const { secret } = await addApp(first, user.client)
  const readStored = async () => (await first.deps.database.select().from(factors))[0]?.key
  const before = await readStored()

  const second = await testApp(
    { DATA_DIR, APP_SECRET: next, APP_SECRET_PREVIOUS: old },
    { databaseUrl: first.databaseUrl },
  )
  await logInTwice(second, user, { secret })
  await second.advance(61)
  const after = await readStored()
  expect(after).not.toBe(before)
  await second.advance(61)
  expect(await readStored()).toBe(after)
  await second.close()

  const last = await testApp({ DATA_DIR, APP_SECRET: next }, { databaseUrl: first.databaseUrl })
  await logInTwice(last, user, { secret })
  await last.close()
  await first.close()
  await rm(DATA_DIR, { recursive: true })
})
