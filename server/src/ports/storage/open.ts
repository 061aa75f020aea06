import type { Config } from '../../platform/config/config.ts'
import { createDiskStorage } from './disk.ts'
import type { Storage } from './port.ts'

/** Opens the storage of stored files: the bucket of the settings, or else the data folder. */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (!config.s3) return createDiskStorage(config.dataDir)
  // The library is imported only here, because it takes 20 MB of memory.
  const { createS3Storage } = await import('./s3.ts')
  return createS3Storage(config.s3)
}
