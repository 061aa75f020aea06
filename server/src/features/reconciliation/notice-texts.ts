import { paths } from '@tendwell/contract/routes'
import type { NoticeContent } from '../notices/index.ts'
import { renderMoneyAlert } from '../payments/index.ts'

type FoundDifferences = { reportId: number; differenceCount: number; differenceId: number | null }

/** Tells finance that reconciliation found differences. */
export function renderReconciliationDifferences(found: FoundDifferences): NoticeContent {
  const { reportId, differenceCount: count, differenceId } = found
  const differences = count === 1 ? '1 difference' : `${count} differences`
  return renderMoneyAlert(
    `Reconciliation #${reportId} found ${differences}`,
    `The daily reconciliation found ${differences} with the payment provider. See report #${reportId}.`,
    differenceId === null
      ? { path: paths.reconciliation, text: 'Open differences' }
      : { path: `${paths.reconciliation}?difference=${differenceId}`, text: 'Open difference' },
  )
}
