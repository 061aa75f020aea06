import { useState } from 'react'
import { getErrorMessage } from '../../../lib/errors.ts'
import { useUploadEvidenceMutation } from '../../../shared/disputes/disputes-api.ts'
import type { ListedFile } from '../../../ui/files-field.tsx'
import { selectFiles } from './evidence.ts'

/**
 * The chosen evidence: checked when it is chosen, and uploaded file by file once the dispute exists.
 * @param stored what this side has added before, which counts too
 */
export function useEvidence(stored: readonly { size: number }[] = []) {
  const [files, setFiles] = useState<ListedFile[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const [send] = useUploadEvidenceMutation()

  const add = (chosen: File[]) => {
    const present = [...stored, ...files.map(({ file }) => file)]
    const { accepted, refusals: refused } = selectFiles(present, chosen)
    setFiles([...files, ...accepted.map((file) => ({ id: crypto.randomUUID(), file }))])
    setRefusals(refused)
  }
  const remove = (id: string) => {
    setFiles(files.filter((one) => one.id !== id))
    setRefusals([])
  }
  const setPercent = (id: string, percent: number) =>
    setFiles((before) => before.map((one) => (one.id === id ? { ...one, percent } : one)))

  /**
   * Uploads the files one by one. A failed file stays, and doesn't stop the others.
   * @returns what failed, in words
   */
  const uploadAll = async (disputeId: number): Promise<string[]> => {
    const failures: string[] = []
    const failed: ListedFile[] = []
    for (const { id, file } of files) {
      setPercent(id, 0)
      try {
        await send({ disputeId, file, onPercent: (percent) => setPercent(id, percent) }).unwrap()
        setPercent(id, 100)
      } catch (error) {
        failed.push({ id, file })
        failures.push(
          [`Failed to upload ${file.name}`, getErrorMessage(error, '')].filter(Boolean).join('. '),
        )
      }
    }
    setFiles(failed)
    return failures
  }
  return { files, refusals, add, remove, uploadAll }
}
