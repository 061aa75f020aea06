/** Background checks through the sandbox, used as a caregiver's browser would. */
import { desc, eq, sql } from 'drizzle-orm'
import { type BackgroundCheck, backgroundChecks } from '../../src/features/background-checks/tables.ts'
import { CHECKED } from '../../src/ports/background-checks/sandbox.ts'
import type { Answer, Client, TestApp } from '../app.ts'
import { listEmailsTo, type TestUser } from './accounts.ts'

/** Starts a check as the profile's button does. */
export function startCheck(client: Client, agreedTo: readonly string[] = CHECKED): Promise<Answer> {
  return client.post('/api/background-checks', { agreed_to: agreedTo })
}

/** A caregiver's newest check. */
export async function findCheckOf(app: TestApp, { id }: Pick<TestUser, 'id'>): Promise<BackgroundCheck> {
  const [check] = await app.deps.database
    .select()
    .from(backgroundChecks)
    .where(eq(backgroundChecks.caregiverId, id))
    .orderBy(desc(backgroundChecks.id))
    .limit(1)
  if (!check) throw new Error(`Caregiver ${id} has no check`)
  return check
}

/** Starts a check and has the provider open it. @returns it, waiting for the caregiver */
export async function openCheck(
  app: TestApp,
  caregiver: Pick<TestUser, 'id' | 'client'>,
): Promise<BackgroundCheck & { reference: string; pageUrl: string }> {
  const { status } = await startCheck(caregiver.client)
  if (status !== 200) throw new Error(`Starting a check answered ${status}`)
  await app.drain()
  const check = await findCheckOf(app, caregiver)
  return { ...check, reference: check.reference ?? '', pageUrl: check.pageUrl ?? '' }
}

/** Sends the hosted page's form. The result's webhooks are delivered at the next `drain`. */
export function agreeAtProvider(
  app: TestApp,
  { pageUrl }: { pageUrl: string },
  outcome = 'clear',
  agrees = 'yes',
): Promise<Answer> {
  const form = new URLSearchParams({ outcome, agrees }).toString()
  return app.visitor.post(new URL(pageUrl).pathname, form, {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

/** A check with a result, which the webhooks have reported. */
export async function makeCheck(
  app: TestApp,
  caregiver: Pick<TestUser, 'id' | 'client'>,
  outcome: 'clear' | 'needs_review' | 'canceled' = 'clear',
): Promise<BackgroundCheck> {
  const opened = await openCheck(app, caregiver)
  await agreeAtProvider(app, opened, outcome)
  await app.drain()
  return findCheckOf(app, caregiver)
}

/** Runs all due jobs, then lists the emails about background checks to a caregiver, oldest first. */
export async function listCheckEmails(app: TestApp, { email }: Pick<TestUser, 'email'>) {
  const emails = await listEmailsTo(app, email)
  return emails.filter(({ subject }) => subject.includes('ackground check'))
}

/** Deletes the sandbox's webhooks that are not delivered yet. */
export async function loseCheckWebhooks(app: TestApp): Promise<void> {
  await app.deps.database.execute(sql`
    DELETE FROM graphile_worker._private_jobs AS job USING graphile_worker._private_tasks AS task
    WHERE job.task_id = task.id AND task.identifier = 'background-sandbox.deliver'`)
}
