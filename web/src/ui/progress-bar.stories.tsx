import { Column, Row } from '../../test/stories.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { Spinner } from './spinner.tsx'

export default { component: ProgressBar }

export const Bars = () => (
  <Column>
    <ProgressBar label="Uploading bill.pdf" percent={0} />
    <ProgressBar label="Uploading photo.png" percent={40} />
    <ProgressBar label="Uploading scan.pdf" percent={100} />
  </Column>
)

export const Spinners = () => (
  <Row>
    <Spinner />
    <Spinner className="size-8 text-forest" />
  </Row>
)
