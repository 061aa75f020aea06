import { Column } from '../../test/stories.tsx'
import { FilesField } from './files-field.tsx'

const field = {
  label: 'Evidence',
  hint: 'PNG, JPEG or PDF.',
  accept: ['image/png', 'application/pdf'],
  refusals: [],
  fullLabel: null,
  onAdd: () => {},
  onRemove: () => {},
}
const files = [
  { id: '1', file: new File(['photo'], 'photo-of-the-kitchen.png'), percent: 40 },
  { id: '2', file: new File(['bill'], 'bill.pdf') },
]

export default { component: FilesField }

export const Empty = () => (
  <Column>
    <FilesField {...field} files={[]} counters={['0/5 files', '0.0/10MB']} />
  </Column>
)

export const Uploading = () => (
  <Column>
    <FilesField {...field} files={files} counters={['2/5 files', '0.1/10MB']} />
  </Column>
)

export const Refused = () => (
  <Column>
    <FilesField
      {...field}
      files={[]}
      counters={['0/5 files', '0.0/10MB']}
      refusals={['holiday-video.mov: choose a PNG, JPEG or PDF', 'scan.pdf is larger than 10 MB']}
    />
  </Column>
)

export const Full = () => (
  <Column>
    <FilesField {...field} files={files} counters={['5/5 files']} fullLabel="Maximum 5 files reached" />
  </Column>
)
