import { BackLink } from './back-link.tsx'
import { ButtonLink } from './button-link.tsx'
import { Card } from './card.tsx'
import { Page } from './page.tsx'

export default { component: Page }

export const Full = () => (
  <Page
    title="My Disputes"
    eyebrow="Help with a booking"
    lead="We look into each dispute with both sides."
    back={<BackLink to="/bookings">Bookings</BackLink>}
    actions={<ButtonLink to="/caretaker/disputes/add">Create New Dispute</ButtonLink>}
  >
    <Card>Content</Card>
  </Page>
)

export const Form = () => (
  <Page title="Reset Password" width="form">
    <Card>Content</Card>
  </Page>
)
