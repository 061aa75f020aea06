import { defineNotice } from '../notices/index.ts'
import { renderReconciliationDifferences } from './notice-texts.ts'

export const reconciliationNotices = [
  defineNotice('reconciliation.differences-found', (_deps, found) => [
    {
      staff: 'finance',
      cause: `reconciliation:${found.reportId}`,
      content: renderReconciliationDifferences(found),
    },
  ]),
]
