import type { Role } from '@tendwell/contract/accounts'

type Viewer = { id: number; role: Role; isActive: boolean }

/**
 * Identity papers and certificates are for their owner and for admins; evidence is for the two parties and admins, to
 * whom alone its links are given (decisions §3).
 */
export function mayOpenDocument(
  viewer: Viewer,
  document: { ownerId: number; kind: 'avatar' | 'document' | 'evidence' },
): boolean {
  if (!viewer.isActive) return false
  return document.kind === 'evidence' || viewer.role === 'admin' || viewer.id === document.ownerId
}
