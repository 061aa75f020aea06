import { Analytics } from '../features/admin/analytics.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Analytics">
      <Analytics />
    </Page>
  )
}
