import { TWO_STEP_REQUIRED } from '@tendwell/contract/reference'
import type { Deps } from '../../deps.ts'
import { withTransaction } from '../../platform/database.ts'
import type { App } from '../../platform/http.ts'
import { audit } from './audit-store.ts'

/** Asking someone to confirm who they are, or to set up a second step, denies them nothing. */
const STEPS: readonly (string | undefined)[] = ['reauthentication_required', TWO_STEP_REQUIRED]

/** Records each call that a signed-in user wasn't allowed to make in the audit log. @see docs/rules/console.md#audit-log */
export function auditDeniedCalls(app: App, deps: Deps): void {
  app.addHook('onResponse', async (request, reply) => {
    const { actor } = request
    if (reply.statusCode !== 403 || !actor || STEPS.includes(reply.errorCode)) return
    const subject = `${request.method} ${request.routeOptions.url}`
    await withTransaction(deps.database, (transaction) =>
      audit(transaction, {
        at: deps.clock.now(),
        actorId: actor.id,
        action: 'access.denied',
        subject,
        address: request.ip,
      }),
    ).catch((error: unknown) => deps.log.error({ err: error, subject }, 'could not audit a denied call'))
  })
}
