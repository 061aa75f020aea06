import type { StaffRole } from '@tendwell/contract/sign-in/accounts'

type Viewer = { id: number; staffRole: StaffRole | null; isActive: boolean }

const isSupport = ({ staffRole }: Viewer) => staffRole === 'support' || staffRole === 'admin'

/**
 * Documents are for their owner and for support, an export only for its owner. Evidence is for the dispute's
 * two parties and support; only they are ever given links to it, so a link that is theirs is enough, unless
 * they are now in finance.
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
