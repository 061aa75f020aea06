import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PRODUCT_NAME, SUPPORT_EMAIL } from '@tendwell/contract/reference'
import yazl from 'yazl'
import { formatUtc } from '../../../platform/utc-text.ts'
import type { Storage } from '../../../ports/storage/port.ts'
import type { FileRow } from '../../files/index.ts'

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** The path of a stored file in the zip, such as `files/avatar-<id>.webp`. */
function toPath({ kind, id, contentType }: FileRow): string {
  return `files/${kind}-${id}.${EXTENSIONS[contentType] ?? 'bin'}`
}

/**
 * Writes a zip of JSON files and of a person's stored files. Each is read only when its turn comes, so that
 * memory stays small however large they are.
 * @param source.folder where the JSON files are
 * @param target the path of the zip
 */
export async function writeZip(
  storage: Pick<Storage, 'read'>,
  source: { folder: string; subjects: { name: string; count: number }[]; files: FileRow[]; at: Date },
  target: string,
): Promise<void> {
  const { folder, subjects, files, at } = source
  const zip = new yazl.ZipFile()
  const failure = new AbortController()
  zip.on('error', (error: Error) => failure.abort(error))
  zip.addBuffer(Buffer.from(renderReadme(subjects, files, at)), 'README.txt', { mtime: at })
  for (const { name } of subjects) zip.addFile(path.join(folder, name), name, { mtime: at })
  for (const file of files) {
    // Pictures and PDFs are compressed already.
    zip.addReadStreamLazy(toPath(file), { mtime: at, compress: false }, (give) => {
      storage.read(file.storageKey).then(
        (content) => give(null, content),
        (error: unknown) => give(error, null as never),
      )
    })
  }
  zip.end()
  try {
    await pipeline(zip.outputStream, createWriteStream(target, { mode: 0o600 }), { signal: failure.signal })
  } catch (error) {
    throw failure.signal.aborted ? failure.signal.reason : error
  }
}

function renderReadme(subjects: { name: string; count: number }[], files: FileRow[], at: Date): string {
  const lines = subjects.map(({ name, count }) => `  ${name} (${count})`)
  return [
    `Your ${PRODUCT_NAME} data, as of ${formatUtc(at)}.`,
    '',
    'Each .json file is a list of one kind of record, with the number of entries in parentheses.',
    'Kinds of records that you don’t have are left out.',
    'Times are in UTC. Names that end in _cents are amounts in US cents. Other people appear by first name only.',
    '',
    ...lines,
    '',
    `The folder files/ has what you uploaded (${files.length}): photos, documents and evidence.`,
    '',
    'Passwords, keys and other secrets are not included. Keep this file in a safe place: anyone who has it can read it.',
    `Questions? Write to ${SUPPORT_EMAIL}.`,
    '',
  ].join('\n')
}
