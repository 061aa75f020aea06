import { Row } from '../../test/stories.tsx'
import { Logo, LogoMark } from './logo.tsx'

export default { component: Logo }

export const Default = () => (
  <Row>
    <Logo />
    <LogoMark />
  </Row>
)

export const OnDeep = () => (
  <div className="on-deep p-6">
    <Logo />
  </div>
)
