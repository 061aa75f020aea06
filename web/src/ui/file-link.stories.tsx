import { Row } from '../../test/stories.tsx'
import { FileLink } from './file-link.tsx'

export default { component: FileLink }

export const States = () => (
  <Row>
    <FileLink address="/files/front" label="ID front" of="Nora Lind" />
    <FileLink address={null} label="Certificate" of="Nora Lind" />
  </Row>
)
