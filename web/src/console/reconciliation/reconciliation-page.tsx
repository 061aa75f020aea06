import { Page } from '../../ui/page.tsx'
import { ExportButton } from '../common/lists/export-button.tsx'
import { Differences } from './differences.tsx'
import { ReconciliationReports } from './reports.tsx'

export function ReconciliationPage() {
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
