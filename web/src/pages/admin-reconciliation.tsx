import { ExportButton } from '../features/admin/components/lists/export-button.tsx'
import { Differences } from '../features/reconciliation/components/differences.tsx'
import { ReconciliationReports } from '../features/reconciliation/components/reports.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Reconciliation" width="wide">
      <div className="flex flex-col gap-6">
        <Differences
          below={<ReconciliationReports exportButton={<ExportButton list="reconciliation" query={{}} />} />}
          exportButton={<ExportButton list="reconciliation/differences" query={{}} />}
        />
      </div>
    </Page>
  )
}
