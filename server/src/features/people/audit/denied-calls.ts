import { TWO_STEP_REQUIRED } from '@tendwell/contract/reference'
import type { Deps } from '../../../deps.ts'
import { withTransaction } from '../../../platform/database/database.ts'
import type { App } from '../../../platform/http/http.ts'
import { auditCounted } from './store.ts'

/**
 * Error codes of a 403 that only asks the caller to confirm who they are or to set up two-step sign-in. Such
 * calls are not audited as denied.
 */
const NOT_DENIED_CODES: readonly (string | undefined)[] = ['reauthentication_required', TWO_STEP_REQUIRED]

/**
 * Records in the audit log each call that a signed-in user wasn't allowed to make (403): one entry an hour
 * for each person and call, which counts how often they tried.
 * @see docs/rules/console.md#counted-entries
 */
export function auditDeniedCalls(app: App, deps: Deps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request
    if (reply.statusCode !== 403 || !actor || NOT_DENIED_CODES.includes(reply.errorCode)) return
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
