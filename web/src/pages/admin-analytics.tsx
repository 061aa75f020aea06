import { Analytics } from '../features/admin/components/analytics.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Analytics" width="wide">
      <Analytics />
    </Page>
  )
}
