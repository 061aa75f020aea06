/** Background checks through the sandbox, used as a caregiver's browser would. */
import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { decideCheck, listChecks } from '../../src/features/background-checks/index.ts'
import { type BackgroundCheck, backgroundChecks } from '../../src/features/background-checks/tables.ts'
import { files } from '../../src/features/files/index.ts'
import { setDocuments } from '../../src/features/profiles/caregivers/store.ts'
import { caregiverProfiles } from '../../src/features/profiles/index.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import { CHECKED } from '../../src/ports/background-checks/sandbox.ts'
import type { Answer, Client, TestApp } from '../app.ts'
import { listEmailsTo, makeUser, type TestUser } from './accounts.ts'

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
  details: Record<string, string> = {},
): Promise<Answer> {
  const person = { name: 'Clara Carer', birth_date: '1990-05-04' }
  const form = new URLSearchParams({ outcome, agrees: 'yes', ...person, ...details }).toString()
  return app.visitor.post(new URL(pageUrl).pathname, form, {
    'content-type': 'application/x-www-form-urlencoded',
  })
}

/**
 * A check with a result of a caregiver with an ID, which the webhooks have reported. Nobody has compared its
 * person with the ID.
 */
export async function makeResult(
  app: TestApp,
  caregiver: Pick<TestUser, 'id' | 'client'>,
  outcome: 'clear' | 'needs_review' | 'canceled',
): Promise<BackgroundCheck> {
  const [profile] = await app.deps.database
    .select({ front: caregiverProfiles.govIdFrontFileId })
    .from(caregiverProfiles)
    .where(eq(caregiverProfiles.userId, caregiver.id))
  if (!profile?.front) await insertId(app, caregiver)
  const opened = await openCheck(app, caregiver)
  await agreeAtProvider(app, opened, outcome)
  await app.drain()
  return findCheckOf(app, caregiver)
}

/** `makeResult`; a clear one is of the person on the ID. */
export async function makeCheck(
  app: TestApp,
  caregiver: Pick<TestUser, 'id' | 'client'>,
  outcome: 'clear' | 'needs_review' | 'canceled' = 'clear',
): Promise<BackgroundCheck> {
  const check = await makeResult(app, caregiver, outcome)
  return outcome === 'clear' ? confirmPerson(app, check) : check
}

/**
 * Puts both sides of an ID on a caregiver's file, in place of those that are there. Their bytes are not
 * stored.
 */
export async function insertId(app: TestApp, { id: ownerId }: Pick<TestUser, 'id'>): Promise<void> {
  const toFile = (purpose: string): typeof files.$inferInsert => ({
    id: randomUUID(),
    ownerId,
    kind: 'document',
    contentType: 'image/png',
    bytes: 1,
    sha256: '',
    storageKey: randomUUID(),
    originalName: `${purpose}.png`,
    purpose,
    createdAt: app.deps.clock.now(),
  })
  const [front, back] = [toFile('gov_id_front'), toFile('gov_id_back')]
  await withTransaction(app.deps.database, async (transaction) => {
    await transaction.insert(files).values([front, back])
    await setDocuments(transaction, ownerId, { govIdFrontFileId: front.id, govIdBackFileId: back.id })
  })
}

/** Records that the person of a check is the one on the ID, as staff do. */
async function confirmPerson(app: TestApp, check: BackgroundCheck): Promise<BackgroundCheck> {
  const { id, caregiverId } = check
  const checks = await listChecks(app.deps, caregiverId)
  const comparedFingerprint = checks?.results.find((one) => one.id === id)?.seen ?? ''
  const { id: actorId } = await makeUser(app, { role: 'admin', staffRole: 'support' })
  await withTransaction(app.deps.database, (transaction) =>
    decideCheck(transaction, app.deps, id, {
      decision: 'accepted',
      reason: 'As on the ID',
      comparedFingerprint,
      actorId,
    }),
  )
  await app.drain()
  return findCheckOf(app, { id: caregiverId })
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
