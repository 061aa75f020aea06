import { describeTable, type PersonalData } from '../../personal-data/classification.ts'
import { files } from './tables.ts'

/** @see docs/rules/own-data.md#what-an-erasure-leaves */
export const filesData: PersonalData = {
  tables: [
    describeTable(files, {
      personal: ['originalName'],
      withheld: ['storageKey'],
      plain: ['purpose', 'contentType', 'sha256'],
      // Erased by `eraseFiles`, because the bytes go with them.
      why: 'Deleted, with the stored bytes',
      exports: [{ subject: 'files', of: files.ownerId }],
    }),
  ],
}
