import { useEffect, useState } from 'react'
import { messageOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useUploadCaregiverPhotoMutation } from './api.ts'
import { imageTypes, photoRefusal } from './files.ts'

const failed = 'Failed to update photo'

export function PhotoDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const [percent, setPercent] = useState<number>()
  const [send, { isLoading }] = useUploadCaregiverPhotoMutation()

  const choose = (chosen: File | null) => {
    const refused = chosen ? photoRefusal(chosen) : null
    setRefusal(refused ?? undefined)
    setFile(refused ? null : chosen)
  }
  const close = () => {
    if (isLoading) return
    choose(null)
    onClose()
  }
  const upload = async () => {
    if (!file || isLoading) return
    setRefusal(undefined)
    setPercent(0)
    try {
      await send({ file, onPercent: setPercent }).unwrap()
      toast.success('Profile photo updated')
      setFile(null)
      onClose()
    } catch (error) {
      setRefusal(messageOf(error, failed))
      toast.error(failed)
    } finally {
      setPercent(undefined)
    }
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Change Photo"
      lead="A clear face in friendly light, shown as a square."
      actions={
        <>
          <Button variant="secondary" onPress={close} isDisabled={isLoading}>
            Cancel
          </Button>
          <Button onPress={upload} isDisabled={!file} isPending={isLoading}>
            {isLoading ? 'Uploading…' : 'Upload'}
          </Button>
        </>
      }
    >
      {file && <SquarePreview file={file} />}
      <FileField
        label="Photo"
        hint="PNG, JPEG or WebP, up to 5 MB."
        error={refusal}
        accept={imageTypes}
        value={file}
        onChange={choose}
        percent={percent}
        isDisabled={isLoading}
      />
    </Dialog>
  )
}

function SquarePreview({ file }: { file: File }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className="mx-auto size-48 overflow-hidden rounded-card bg-sand">
      {address && (
        <img
          src={address}
          alt="How your square will look"
          className="size-full animate-appear object-cover"
        />
      )}
    </div>
  )
}
