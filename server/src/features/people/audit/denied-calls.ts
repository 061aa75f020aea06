import { TWO_STEP_REQUIRED } from '@tendwell/contract/reference'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { App } from '../../../platform/http/http.ts'
import { auditCounted } from './store.ts'

/** Asking someone to confirm who they are, or to set up a second step, denies them nothing. */
const STEPS: readonly (string | undefined)[] = ['reauthentication_required', TWO_STEP_REQUIRED]

/**
 * Records calls that a signed-in user wasn't allowed to make in the audit log: one entry an hour for each
 * person and call, with how often.
 * @see docs/rules/console.md#counted-entries
 */
export function auditDeniedCalls(app: App, deps: Deps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request
    if (reply.statusCode !== 403 || !actor || STEPS.includes(reply.errorCode)) return
    const subject = `${request.method} ${request.routeOptions.url}`
    await withTransaction(deps.database, (transaction) =>
      auditCounted(transaction, {
        at: deps.clock.now(),
        actorId: actor.id,
        action: 'access.denied',
        subject,
        address: request.ip,
      }),
    ).catch((error: unknown) => deps.log.error({ err: error, subject }, 'could not audit a denied call'))
  })
}
