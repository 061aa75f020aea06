import { expect, test } from 'vitest'
import { runCommand } from '../../test/command.ts'
import { createEmptyDatabase } from '../../test/database.ts'
import { run } from './migrate.ts'

test('names an empty database, migrates it, and changes nothing the second time', async () => {
  const { url, drop } = await createEmptyDatabase()
  const { hostname, port, pathname } = new URL(url)
  for (let times = 0; times < 2; times += 1) {
    const { code, output, errors } = await runCommand(run, { env: { DATABASE_URL: url } })
    expect({ code, output }).toEqual({ code: 0, output: 'The database has the tables of this version.\n' })
    expect(errors).toContain(`Database: ${pathname.slice(1)} on ${hostname}:${port}`)
  }
  await drop()
})

test('grants nothing to a role that does not exist', async () => {
  const { url, drop } = await createEmptyDatabase()
  const { code, output, errors } = await runCommand(run, {
    args: ['--app-role', 'nobody_of_this_name'],
    env: { DATABASE_URL: url },
  })
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain('role "nobody_of_this_name" does not exist')
  await drop()
})
