import type { DocumentField } from '@tendwell/contract/profiles/profiles'
import { useState } from 'react'
import { getErrorMessage } from '../../../lib/errors.ts'
import { toast } from '../../../lib/toast.ts'
import { useUploadDocumentMutation } from '../../../shared/people/own-profile-api.ts'
import { checkDocument, documents } from './files.ts'

interface Slot {
  file: File | null
  error: string | undefined
  /** Upload progress, 0 to 100. */
  percent: number | undefined
}

type Slots = Record<DocumentField, Slot>

const empty: Slot = { file: null, error: undefined, percent: undefined }
const failed = 'Failed to upload documents'

/** The chosen documents, uploaded one by one, each with its own progress and error. */
export function useDocumentUploads() {
  const [slots, setSlots] = useState<Slots>({ gov_id_front: empty, gov_id_back: empty, certificate: empty })
  const [isSending, setSending] = useState(false)
  const [send] = useUploadDocumentMutation()
  const change = (field: DocumentField, changed: Partial<Slot>) =>
    setSlots((before) => ({ ...before, [field]: { ...before[field], ...changed } }))

  const choose = (field: DocumentField, file: File | null) => {
    const refused = file ? checkDocument(file) : null
    change(field, { file: refused ? null : file, error: refused ?? undefined })
  }
  const sendOne = async (field: DocumentField, file: File) => {
    change(field, { percent: 0, error: undefined })
    try {
      await send({ field, file, onPercent: (percent) => change(field, { percent }) }).unwrap()
      change(field, empty)
      return true
    } catch (error) {
      change(field, { percent: undefined, error: getErrorMessage(error, failed) })
      return false
    }
  }
  const sendAll = async () => {
    if (isSending) return
    setSending(true)
    let allArrived = true
    for (const { field } of documents) {
      const { file } = slots[field]
      if (file && !(await sendOne(field, file))) allArrived = false
    }
    setSending(false)
    if (allArrived) toast.success('Documents uploaded')
    else toast.error(failed)
  }
  const hasFiles = documents.some(({ field }) => slots[field].file !== null)
  return { slots, choose, sendAll, isSending, hasFiles }
}
