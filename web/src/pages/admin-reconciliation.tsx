import { ReconciliationReports } from '../features/reconciliation/components/reports.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Reconciliation">
      <ReconciliationReports />
    </Page>
  )
}
