import { Page } from '../../ui/page.tsx'
import { JobPanel } from './job-panel.tsx'

export function Component() {
  return (
    <Page title="Jobs" width="wide">
      <JobPanel />
    </Page>
  )
}
