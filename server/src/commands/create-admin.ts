/**
 * `npm run create-admin -- --email E --name N`, with the password on standard input: the way to make the
 * first admin, who can invite others.
 * @see docs/rules/accounts.md#roles
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { nameSchema } from '@tendwell/contract/people/names'
import { emailSchema, newPasswordSchema, STAFF_ROLES } from '@tendwell/contract/sign-in/accounts'
import { z } from 'zod'
import { createAdmin, requireStrongPassword } from '../features/sign-in/index.ts'
import { createClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLog, formatError } from '../platform/log.ts'
import { openInstallation, readCommand, type Terminal } from './command.ts'

const USAGE =
  'Usage: npm run create-admin -- --email you@example.com --name "Your Name" [--role support|finance|admin]\nThe password is read from standard input.'

const adminSchema = z.object({
  email: emailSchema,
  name: nameSchema(),
  role: z.enum(STAFF_ROLES, { error: 'The role must be support, finance or admin' }).default('admin'),
  password: newPasswordSchema,
})

/** Reads the first line of standard input. At a terminal, it prompts and hides what is typed. */
async function readPassword({ stdin, stderr }: Terminal): Promise<string> {
  const isTerminal = stdin.isTTY === true
  if (isTerminal) stderr.write('Password: ')
  const noOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: noOutput, terminal: isTerminal })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTerminal) stderr.write('\n')
  }
}

/** Reads the admin's details and the password. @throws Error with one line for each problem */
async function readAdmin(
  terminal: Terminal,
  values: { email?: string; name?: string; role?: string },
): Promise<z.infer<typeof adminSchema>> {
  if (!values.email || !values.name) throw new Error(USAGE)
  const parsed = adminSchema.safeParse({ ...values, password: await readPassword(terminal) })
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => issue.message).join('\n'))
  const { email, name, password } = parsed.data
  await requireStrongPassword(password, { fullName: name, email })
  return parsed.data
}

/** Creates the admin in the database of the installation, whose server may run. @returns what to print */
async function createAdminFromTerminal(terminal: Terminal): Promise<string> {
  const { config, values } = readCommand(terminal, {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
  })
  const { email, name, password, role } = await readAdmin(terminal, values)
  const source = await openInstallation(terminal, config, { needsUsers: false })
  try {
    const database = openDatabase(source.url, createLog('error'), { max: 1 })
    try {
      await createAdmin(
        { database, clock: createClock() },
        { email, fullName: name, password, staffRole: role },
      )
    } finally {
      await database.$client.end()
    }
  } finally {
    await source.close()
  }
  return `${name} (${email}) can log in to the console, with the role ${role}.`
}

/** @returns the exit code */
export async function run(terminal: Terminal): Promise<number> {
  try {
    terminal.stdout.write(`${await createAdminFromTerminal(terminal)}\n`)
    return 0
  } catch (error) {
    terminal.stderr.write(`${formatError(error)}\n`)
    return 1
  }
}
