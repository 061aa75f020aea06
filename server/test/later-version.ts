import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeTestFolder } from './folders.ts'

const ownFolder = fileURLToPath(new URL('../src/migrations', import.meta.url))

/**
 * Makes the migrations of a later version: ours and these.
 * @returns their folder, which the caller removes
 */
export async function makeLaterVersion(...files: string[]): Promise<string> {
  const folder = await makeTestFolder('migrations')
  await cp(ownFolder, folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  for (const [index, text] of files.entries()) {
    const tag = `900${index}_later`
    await writeFile(path.join(folder, `${tag}.sql`), text)
    const entry = { idx: 900 + index, version: '7', when: 9_000_000_000_000 + index, tag, breakpoints: true }
    journal.entries.push(entry)
  }
  await writeFile(file, JSON.stringify(journal))
  return folder
}
