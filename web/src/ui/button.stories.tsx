import { Trash2, Upload } from 'lucide-react'
import { Column, Row } from '../../test/stories.tsx'
import { Button } from './button.tsx'
import { ButtonLink } from './button-link.tsx'
import { IconButton } from './icon-button.tsx'

export default { component: Button }

const upload = <Upload className="size-4" />
const trash = <Trash2 className="size-4" />

export const Variants = () => (
  <Row>
    <Button>Save</Button>
    <Button variant="secondary">Cancel</Button>
    <Button variant="quiet">Mark all read</Button>
    <Button variant="danger">Reject request</Button>
  </Row>
)

export const Sizes = () => (
  <Row>
    <Button size="small">Small</Button>
    <Button>Regular</Button>
    <Button size="large">Large</Button>
  </Row>
)

export const WithIcon = () => (
  <Row>
    <Button icon={upload}>Choose a file</Button>
    <Button variant="secondary" icon={upload}>
      Choose a file
    </Button>
  </Row>
)

export const Disabled = () => (
  <Row>
    <Button isDisabled>Save</Button>
    <Button variant="secondary" isDisabled>
      Cancel
    </Button>
    <Button variant="quiet" isDisabled>
      Mark all read
    </Button>
    <Button variant="danger" isDisabled>
      Reject request
    </Button>
  </Row>
)

export const Pending = () => (
  <Row>
    <Button isPending>Saving…</Button>
    <Button variant="secondary" isPending>
      Checking…
    </Button>
    <Button variant="danger" isPending>
      Rejecting…
    </Button>
  </Row>
)

export const FullWidth = () => (
  <Column>
    <Button block>Pay $124.00</Button>
    <Button variant="secondary" block>
      Continue with Google
    </Button>
  </Column>
)

export const Links = () => (
  <Row>
    <ButtonLink to="/caregivers">Find a Caregiver</ButtonLink>
    <ButtonLink to="/bookings" variant="secondary">
      My Bookings
    </ButtonLink>
    <ButtonLink to="/help" variant="quiet">
      Help
    </ButtonLink>
  </Row>
)

export const Icons = () => (
  <Row>
    <IconButton label="Remove" icon={trash} />
    <IconButton label="Remove" icon={trash} isDisabled />
  </Row>
)
