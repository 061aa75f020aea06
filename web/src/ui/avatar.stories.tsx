import { Row } from '../../test/stories.tsx'
import { Avatar } from './avatar.tsx'

export default { component: Avatar }

export const Sizes = () => (
  <Row>
    <Avatar name="Nora Lind" size="small" />
    <Avatar name="Nora Lind" />
    <Avatar name="Nora Lind" size="large" />
    <Avatar name="Nora Lind" size="portrait" />
  </Row>
)

export const Picture = () => (
  <Row>
    <Avatar name="Nora Lind" src="/touch-icon.png" />
    <Avatar name="Nora Lind" src="/touch-icon.png" size="portrait" />
  </Row>
)
