import { Column } from '../../test/stories.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

export default { component: Banner }

export const Tones = () => (
  <Column>
    <Banner title="Your session was opened on another device" />
    <Banner tone="success" title="Your profile is verified">
      Families can find and request you.
    </Banner>
    <Banner tone="warning" title="Your profile is pending admin verification">
      We review documents within two working days.
    </Banner>
    <Banner tone="danger" title="Your documents were rejected">
      The photo of your ID is too dark to read.
    </Banner>
  </Column>
)

export const WithAction = () => (
  <Banner
    tone="warning"
    title="Your profile is missing a description and your hourly rate"
    action={<Button size="small">Complete profile</Button>}
  >
    Families see your profile once it is complete and your documents are verified.
  </Banner>
)
