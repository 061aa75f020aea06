/** The product with each provider of background checks, and what people and screeners do at the provider. */
import type { Config } from '../../src/platform/config/config.ts'
import { withTransaction } from '../../src/platform/database/database.ts'
import { signWebhook } from '../../src/platform/http/webhook-signature.ts'
import type { CheckedPerson, OpenedCheck } from '../../src/ports/background-checks/port.ts'
import { completeCheck } from '../../src/ports/background-checks/sandbox-store.ts'
import { type TestApp, testApp } from '../app.ts'
import { agreeAtProvider } from './background-checks.ts'

export type CheckProvider = {
  app: TestApp
  /** The person agrees on the provider's page, and the check ends with this result. */
  finish(
    opened: OpenedCheck,
    result: 'clear' | 'needs_review' | 'canceled',
    person: CheckedPerson,
  ): Promise<void>
  /** The provider changes the result of a finished check. */
  change(reference: string, result: 'clear' | 'needs_review'): Promise<void>
  /** The provider closes the pages that nobody came to. */
  expirePages(): Promise<void>
  /** A webhook about a check. @param signedAt Unix time in seconds */
  makeWebhook(reference: string, signedAt: number): { rawBody: Buffer; headers: Record<string, string> }
  close(): Promise<void>
}

/** Each provider, with its own service or one that speaks its protocol. */
export const CHECK_PROVIDERS: Record<
  Exclude<Config['backgroundChecks'], 'off'>,
  () => Promise<CheckProvider>
> = {
  sandbox: openCheckSandbox,
}

async function openCheckSandbox(): Promise<CheckProvider> {
  const app = await testApp({ BACKGROUND_CHECKS: 'sandbox' })
  return {
    app,
    async finish(opened, result, { name, birthDate }) {
      await agreeAtProvider(app, opened, result, { name, birth_date: birthDate })
    },
    change: (reference, result) =>
      withTransaction(app.deps.database, (transaction) =>
        completeCheck(transaction, app.deps, reference, result),
      ),
    expirePages: () => app.advance(8 * 24 * 60),
    makeWebhook(reference, signedAt) {
      const rawBody = Buffer.from(
        JSON.stringify({ id: 'evt_1', type: 'check.clear', check: { id: reference } }),
      )
      const key = app.deps.secrets.key('background-sandbox-webhook')
      return { rawBody, headers: { 'sandbox-signature': signWebhook(key, rawBody, signedAt) } }
    },
    close: () => app.close(),
  }
}
