import { ConsolePage } from '../common/lists/console-frame.tsx'
import { BanMatches } from '../common/reports/ban-matches.tsx'
import { FamilyPatterns } from '../common/reports/family-patterns.tsx'
import { ReportList } from './report-list.tsx'

export function ReportsPage() {
  return (
    <ConsolePage title="Reports" viewsOf="reports">
      <BanMatches />
      <FamilyPatterns />
      <ReportList />
    </ConsolePage>
  )
}
