import type { CaregiverDocument, DocumentFile } from '@tendwell/contract/console/people'
import { Renewal } from './renewal.tsx'

/** A drawn sheet, so that the viewer has something to show. */
const sheet = (fill: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><rect width="300" height="400" fill="${fill}"/></svg>`,
  )}`

const file: DocumentFile = {
  file_id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0001',
  url: sheet('wheat'),
  name: 'first-aid-2024.png',
  content_type: 'image/png',
  uploaded_at: '2024-06-02T12:00:00Z',
}
const document: CaregiverDocument = {
  ...file,
  kind: 'certificate',
  check: {
    result: 'ok',
    reason: '',
    title: '',
    expires_on: '2026-06-20',
    is_expired: false,
    is_outdated: false,
    checked_by: { id: 9, name: 'Sina Support' },
    checked_at: '2024-06-03T12:00:00Z',
  },
  renewal: null,
}
const renewal: DocumentFile = {
  ...file,
  file_id: '7d2d9a52-4c56-4a43-a6ea-0c8b5a1d0002',
  url: sheet('gainsboro'),
  name: 'first-aid-2026-with-a-rather-long-file-name.png',
  uploaded_at: '2026-05-31T11:00:00Z',
}

export default {
  component: Renewal,
  args: {
    person: { id: 2, full_name: 'Nora Lind' },
    document,
    renewal,
    renew: async () => null,
    drafts: new Map(),
  },
}

export const Certificate = {}
export const GovernmentId = { args: { document: { ...document, kind: 'id_front' } } }
export const OnFileExpired = {
  args: {
    document: {
      ...document,
      check: { ...document.check, expires_on: '2026-05-20', is_expired: true },
    },
  },
}
export const Unreadable = { args: { renewal: { ...renewal, url: '/api/files/gone?expires=1' } } }
