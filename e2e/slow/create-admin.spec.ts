import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createPerson, type Person } from '../api.ts'
import { expect, test, workerName } from '../fixtures.ts'
import { logIn } from '../steps/sign-up.ts'
import { databaseUrlOf } from '../template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('an admin created on the command line logs in to the console', async ({ page }, { workerIndex }) => {
  const admin = createPerson('Ada')
  await createAdmin(admin, databaseUrlOf(workerName(workerIndex)))
  await page.goto('/login')
  await logIn(page, admin)
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('table', { name: 'Awaiting Verification' })).toBeVisible()
})

/** Like every command, this one builds the product again if its sources have changed since the tests began. */
async function createAdmin({ name, email, password }: Person, databaseUrl: string): Promise<void> {
  const { PATH, HOME } = process.env
  const command = spawn('npm', ['run', 'create-admin', '--', '--email', email, '--name', name], {
    cwd: root,
    env: { PATH, HOME, DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let errors = ''
  command.stderr.on('data', (text) => {
    errors += text
  })
  command.stdin.end(`${password}\n`)
  const [code] = await once(command, 'exit')
  expect(code, errors).toBe(0)
}
