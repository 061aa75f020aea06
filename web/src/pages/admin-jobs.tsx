import { JobPanel } from '../features/admin/components/job-panel.tsx'
import { Page } from '../ui/page.tsx'

export function Component() {
  return (
    <Page title="Jobs" width="wide">
      <JobPanel />
    </Page>
  )
}
