import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'
import { FamilyPatterns } from '../features/admin/components/reports/family-patterns.tsx'
import { ReportList } from '../features/admin/components/reports/report-list.tsx'

export function Component() {
  return (
    <ConsolePage title="Reports" screen="reports">
      <FamilyPatterns />
      <ReportList />
    </ConsolePage>
  )
}
