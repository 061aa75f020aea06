import {
  statementQuery,
  statementResponse,
  totalsQuery,
  totalsResponse,
  walletEntriesQuery,
  walletEntry,
  walletResponse,
} from '@tendwell/contract/payments/wallet'
import { pageSchema } from '@tendwell/contract/wire'
import type { Deps } from '../../deps.ts'
import { toPage } from '../../platform/database/paging.ts'
import { actorOf } from '../../platform/http/access.ts'
import type { App } from '../../platform/http/http.ts'
import { getStatement, getWalletWithHolds, getYearTotals, listEntries } from './queries.ts'

const config = { access: ['caregiver'] as const }

/** @see docs/rules/money.md#wallet */
export function walletRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/wallets/mine',
    { config, schema: { summary: 'Get my wallet', response: { 200: walletResponse } } },
    (request) => getWalletWithHolds(deps, actorOf(request).id),
  )
  app.get(
    '/api/wallets/mine/entries',
    {
      config,
      schema: {
        summary: 'List my wallet entries',
        querystring: walletEntriesQuery,
        response: { 200: pageSchema(walletEntry) },
      },
    },
    async (request) => {
      const page = await listEntries(deps, actorOf(request).id, request.query)
      return toPage(request, request.query, page)
    },
  )
  app.get(
    '/api/wallets/mine/statement',
    {
      config,
      schema: {
        summary: 'Get my monthly statement',
        querystring: statementQuery,
        response: { 200: statementResponse },
      },
    },
    (request) => getStatement(deps, actorOf(request).id, request.query.month),
  )
  app.get(
    '/api/wallets/mine/totals',
    {
      config,
      schema: {
        summary: 'Get my yearly totals',
        querystring: totalsQuery,
        response: { 200: totalsResponse },
      },
    },
    (request) => getYearTotals(deps, actorOf(request).id, request.query.year),
  )
}
