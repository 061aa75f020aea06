import { Row } from '../../test/stories.tsx'
import { FileButton } from './file-button.tsx'

export default { component: FileButton }

const accept = ['image/png', 'application/pdf']
const onChoose = () => {}

export const States = () => (
  <Row>
    <FileButton accept={accept} onChoose={onChoose}>
      Choose a file
    </FileButton>
    <FileButton accept={accept} onChoose={onChoose} isPending>
      Uploading…
    </FileButton>
    <FileButton accept={accept} onChoose={onChoose} isDisabled>
      Choose a file
    </FileButton>
  </Row>
)
