import { Column, Held } from '../../test/stories.tsx'
import { FileField } from './file-field.tsx'

export default { component: FileField }

const field = {
  label: 'Certificate',
  hint: 'PNG, JPEG or PDF, 10 MB at most.',
  accept: ['image/png', 'application/pdf'],
}
const file = new File(['certificate'], 'certificate-of-newborn-care-and-first-aid-2026.pdf')
const onChange = () => {}

export const States = () => (
  <Column>
    <Held initial={null as File | null}>{(held) => <FileField {...field} {...held} />}</Held>
    <Held initial={file as File | null}>{(held) => <FileField {...field} {...held} />}</Held>
    <FileField {...field} value={file} percent={64} onChange={onChange} isDisabled />
    <FileField {...field} value={null} onChange={onChange} error="Choose a PNG, JPEG or PDF" />
    <FileField {...field} value={null} onChange={onChange} isDisabled />
  </Column>
)
