/**
 * The sandbox: a background check provider for development. It runs in this process, but has its own tables
 * and page, and reports results only by signed webhooks over HTTP, as a real provider does. Its page asks
 * which result to report.
 * @see docs/rules/background-checks.md#sandbox
 */
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database/database.ts'
import { invalidRequest, notFound } from '../../platform/errors.ts'
import { parseStorableJson } from '../../platform/http/storable-json.ts'
import { requireSandboxSignature, sendSandboxWebhook, type WebhookTarget } from '../sandbox/webhooks.ts'
import type { BackgroundCheckProvider } from './port.ts'
import { expireChecks, findCheck, insertCheck } from './sandbox-store.ts'

export const SANDBOX_NAME = 'Sandbox Screening'
export const CHECKED = [
  'Identity',
  'National criminal records',
  'Sex offender registry',
  'Driving record',
] as const

const KEY = 'sandbox'
const WEBHOOKS: WebhookTarget = {
  path: `/api/background-checks/webhooks/${KEY}/`,
  secretName: 'background-sandbox-webhook',
}

const webhook = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  check: z.object({ id: z.string().max(255).nullish() }).nullish(),
})

type SandboxDeps = Pick<Deps, 'database' | 'clock' | 'secrets' | 'publicUrl'>

export function createCheckSandbox(deps: SandboxDeps): BackgroundCheckProvider {
  const { database, clock, publicUrl } = deps
  return {
    key: KEY,
    name: SANDBOX_NAME,
    checked: CHECKED,
    helpUrl: () => `${publicUrl()}/sandbox/background-help`,
    async open(order, idempotencyKey) {
      const { id } = await withTransaction(database, (transaction) =>
        insertCheck(transaction, order, idempotencyKey, clock.now()),
      )
      return { reference: id, pageUrl: `${publicUrl()}/sandbox/background-check/${id}` }
    },
    async read(reference) {
      const check = await findCheck(database, reference)
      if (!check) throw notFound(`The sandbox has no check ${reference}`)
      const { result, completedAt, name, birthDate } = check
      const hasReport = result === 'clear' || result === 'needs_review'
      return {
        result,
        completedAt,
        reportUrl: hasReport ? `${publicUrl()}/sandbox/background-report/${reference}` : null,
        person: hasReport && name && birthDate ? { name, birthDate } : null,
      }
    },
    readEvent(rawBody, headers) {
      requireSandboxSignature(deps, WEBHOOKS, rawBody, headers)
      const parsed = webhook.safeParse(parseStorableJson(rawBody))
      if (!parsed.success) throw invalidRequest('The event is not valid')
      const { id, type, check } = parsed.data
      return { id, type, reference: check?.id ?? null }
    },
  }
}

/** Delivers the webhooks, and ends each minute the checks whose page has waited too long. */
export function sandboxCheckJobs(deps: Deps): void {
  deps.jobs.handle<{ event: object }>('background-sandbox.deliver', ({ event }) =>
    sendSandboxWebhook(deps, WEBHOOKS, event),
  )
  deps.jobs.everyMinutes(1, 'background-sandbox.expire', () =>
    withTransaction(deps.database, (transaction) => expireChecks(transaction, deps)),
  )
}
