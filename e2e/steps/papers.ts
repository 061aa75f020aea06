import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Api, Session } from '../api.ts'

/** Where a file of `e2e/files` is. */
export const toPath = (name: string) => fileURLToPath(new URL(`../files/${name}`, import.meta.url))
const read = (name: string) => readFile(toPath(name))

export const makePicture = async () => new Blob([await read('document.png')], { type: 'image/png' })
export const makeCertificate = async () =>
  new Blob([await read('certificate.pdf')], { type: 'application/pdf' })

/** Uploads documents of a caregiver, by kind. */
export function uploadPapers(api: Api, caregiver: Session, papers: Record<string, Blob>): Promise<unknown> {
  const form = new FormData()
  for (const [kind, paper] of Object.entries(papers)) form.set(kind, paper, kind)
  return api.call(caregiver, 'POST', '/api/auth/caregiver/documents/', form)
}
