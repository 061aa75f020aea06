import { randomToken } from '../../../platform/secrets.ts'
import type { FileKind } from '../checking/file-kind.ts'

const EXPORT_PREFIX = 'export_'

/**
 * A new key for a file's bytes. The key of an export has a prefix, because the sweep must erase an export
 * without a row at once.
 */
export function createStorageKey(kind: FileKind): string {
  return kind === 'export' ? EXPORT_PREFIX + randomToken() : randomToken()
}

export function isExportKey(key: string): boolean {
  return key.startsWith(EXPORT_PREFIX)
}
