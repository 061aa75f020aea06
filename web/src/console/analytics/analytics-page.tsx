import { Page } from '../../ui/page.tsx'
import { Analytics } from './analytics.tsx'

export function Component() {
  return (
    <Page title="Analytics" width="wide">
      <Analytics />
    </Page>
  )
}
