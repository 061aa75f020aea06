import { useState } from 'react'
import type { ListedFile } from '../../ui/files-field.tsx'
import { disputeToast } from '../../ui/toast.ts'
import { useUploadEvidenceMutation } from './api.ts'
import { admit } from './evidence.ts'

/** The chosen evidence: checked as it is chosen, and sent file by file once its dispute is there. */
export function useEvidence() {
  const [files, setFiles] = useState<ListedFile[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const [send] = useUploadEvidenceMutation()

  const add = (chosen: File[]) => {
    const present = files.map(({ file }) => file)
    const { taken, refusals: refused } = admit(present, chosen)
    setFiles([...files, ...taken.map((file) => ({ id: crypto.randomUUID(), file }))])
    setRefusals(refused)
  }
  const remove = (id: string) => {
    setFiles(files.filter((one) => one.id !== id))
    setRefusals([])
  }
  const setPercent = (id: string, percent: number) =>
    setFiles((before) => before.map((one) => (one.id === id ? { ...one, percent } : one)))

  /** Uploads the files one by one; a failed one is reported and does not stop the others. */
  const uploadAll = async (disputeId: number) => {
    for (const { id, file } of files) {
      setPercent(id, 0)
      try {
        await send({ disputeId, file, onPercent: (percent) => setPercent(id, percent) }).unwrap()
        setPercent(id, 100)
      } catch {
        disputeToast.error(`Failed to upload ${file.name}`)
      }
    }
  }
  return { files, refusals, add, remove, uploadAll }
}
