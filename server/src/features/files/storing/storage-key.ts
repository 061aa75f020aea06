import { randomToken } from '../../../platform/secrets.ts'
import type { FileKind } from '../checking/file-kind.ts'

const EXPORT_PREFIX = 'export_'

/** A new key of a file's bytes. That of an export says so: without a row, it must not stay in the trash. */
export function createStorageKey(kind: FileKind): string {
  return kind === 'export' ? EXPORT_PREFIX + randomToken() : randomToken()
}

export function isExportKey(key: string): boolean {
  return key.startsWith(EXPORT_PREFIX)
}
