import { ConsolePage } from '../features/admin/components/lists/console-page.tsx'
import { BanMatches } from '../features/admin/components/reports/ban-matches.tsx'
import { FamilyPatterns } from '../features/admin/components/reports/family-patterns.tsx'
import { ReportList } from '../features/admin/components/reports/report-list.tsx'

export function Component() {
  return (
    <ConsolePage title="Reports" screen="reports">
      <BanMatches />
      <FamilyPatterns />
      <ReportList />
    </ConsolePage>
  )
}
