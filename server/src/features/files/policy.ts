import type { Role } from '@tendwell/contract/accounts'

type Viewer = { id: number; role: Role; isActive: boolean }

/** Identity papers and certificates are for their owner and for admins (decisions §3). */
export function mayOpenDocument(viewer: Viewer, document: { ownerId: number }): boolean {
  return viewer.isActive && (viewer.role === 'admin' || viewer.id === document.ownerId)
}
