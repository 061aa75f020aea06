import { randomToken } from '../../../platform/secrets.ts'
import type { FileKind } from '../checking/file-kind.ts'

const EXPORT_PREFIX = 'export_'

/**
 * A new key for a file's bytes. The key of an export has a prefix, by which the sweep knows it: an export
 * that has no row is erased at once, other files go to the trash first.
 */
export function createStorageKey(kind: FileKind): string {
  return kind === 'export' ? EXPORT_PREFIX + randomToken() : randomToken()
}

export function isExportKey(key: string): boolean {
  return key.startsWith(EXPORT_PREFIX)
}
