import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '../fixtures.ts'
import type { Person } from './accounts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Creates an admin with `npm run create-admin`, in the running product's data folder. */
export async function createAdmin(person: Person): Promise<void> {
  const command = spawn(
    'npm',
    ['run', 'create-admin', '--', '--email', person.email, '--name', person.name],
    {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: process.env.TENDWELL_DATA_DIR },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  let errors = ''
  command.stderr.on('data', (text) => {
    errors += text
  })
  command.stdin.end(`${person.password}\n`)
  const [code] = await once(command, 'exit')
  expect(code, errors).toBe(0)
}

/** Verifies a caregiver on the dashboard once their documents are listed. */
export async function verify(page: Page, name: string): Promise<void> {
  await page.goto('/admin')
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('link', { name: /ID Front/ })).toBeVisible()
  await row.getByRole('button', { name: `Verify ${name}` }).click()
  await expect(page.getByText('Caregiver verified successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
}
