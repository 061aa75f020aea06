import { Button } from './button.tsx'
import { Panel, PanelGroup, PanelSubheading } from './panel.tsx'

const panel = { title: 'Time off', lead: 'Families can’t book you during time off.' }

export default { component: Panel }

export const Full = () => (
  <Panel {...panel} actions={<Button variant="secondary">Add time off</Button>}>
    Jun 12, 2026 to Jun 19, 2026
  </Panel>
)

export const Group = () => (
  <PanelGroup id="group" title="Your calendar">
    <Panel {...panel}>
      <PanelSubheading>This summer</PanelSubheading>
      Jun 12, 2026 to Jun 19, 2026
    </Panel>
    <Panel title="Working hours">Mon to Fri</Panel>
  </PanelGroup>
)

export const LongTitle = () => (
  <Panel
    title="Caregivers who signed up this month and whose documents are waiting for a decision"
    actions={<Button variant="secondary">Check again</Button>}
  >
    Content
  </Panel>
)
