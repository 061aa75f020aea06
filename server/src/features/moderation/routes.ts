import { reportBody, reportReceipt } from '@tendwell/contract/reports'
import type { Deps } from '../../deps.ts'
import { actorOf } from '../../platform/access.ts'
import type { App } from '../../platform/http.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { reportContent } from './reporting.ts'

export function moderationRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/reports',
    {
      config: { access: ['caregiver', 'caretaker'] },
      schema: {
        summary: 'Report a message, a review, a profile or a booking',
        body: reportBody,
        response: { 201: reportReceipt },
      },
    },
    async (request, reply) => {
      const receipt = await withIdempotencyKey(deps, request, (transaction) =>
        reportContent(transaction, deps, actorOf(request), request.body),
      )
      return reply.code(201).send(receipt)
    },
  )
}
