import { bankReview, bankReviewBody } from '@tendwell/contract/payments/bank-reviews'
import { idParams, messageResponse, pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../../deps.ts'
import { toSinglePage } from '../../../platform/database/paging.ts'
import { staffActorOf } from '../../../platform/http/access.ts'
import type { App } from '../../../platform/http/http.ts'
import { requireRecentProof } from '../../sign-in/index.ts'
import { decideOnBank, listBankReviews } from './bank-reviews.ts'

const config = { access: ['finance', 'admin'] as const }

/** @see docs/rules/money.md#one-bank-account-one-person */
export function bankReviewRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/admin-panel/bank-reviews',
    {
      config,
      schema: { summary: 'List bank accounts to review', response: { 200: pageSchema(bankReview) } },
    },
    async () => toSinglePage(await listBankReviews(deps)),
  )
  app.post(
    '/api/admin-panel/bank-reviews/:id/decision',
    {
      config,
      schema: {
        summary: 'Approve or refuse a caregiver’s bank account',
        params: idParams,
        body: bankReviewBody,
        response: { 200: messageResponse },
      },
    },
    async (request) => {
      const staff = staffActorOf(request)
      await requireRecentProof(deps.database, deps, staff.actor)
      return decideOnBank(deps, staff, request.params.id, request.body)
    },
  )
}
