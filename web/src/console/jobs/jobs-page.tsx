import { Page } from '../../ui/page.tsx'
import { JobPanel } from './job-panel.tsx'

export function JobsPage() {
  return (
    <Page title="Jobs" width="wide">
      <JobPanel />
    </Page>
  )
}
