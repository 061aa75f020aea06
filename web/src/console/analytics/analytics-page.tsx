import { Page } from '../../ui/page.tsx'
import { Analytics } from './analytics.tsx'

export function AnalyticsPage() {
  return (
    <Page title="Analytics" width="wide">
      <Analytics />
    </Page>
  )
}
