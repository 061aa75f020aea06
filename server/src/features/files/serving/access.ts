import type { StaffRole } from '@tendwell/contract/sign-in/accounts'

type Viewer = { id: number; staffRole: StaffRole | null; isActive: boolean }

const isSupport = ({ staffRole }: Viewer) => staffRole === 'support' || staffRole === 'admin'

/**
 * Whether a viewer with a valid link of their own may open a file. Documents are for their owner and support,
 * an export is for its owner only. Evidence is for the two parties of the dispute and support. Links to it
 * are made for them only, so the link is enough, unless the viewer belongs to other staff by now.
 * @see docs/rules/profiles-and-files.md#file-links
 */
export function canOpenFile(
  viewer: Viewer,
  file: { ownerId: number; kind: 'avatar' | 'document' | 'evidence' | 'export' },
): boolean {
  if (!viewer.isActive) return false
  if (file.kind === 'export') return viewer.id === file.ownerId
  if (isSupport(viewer) || viewer.id === file.ownerId) return true
  return file.kind === 'evidence' && viewer.staffRole === null
}
