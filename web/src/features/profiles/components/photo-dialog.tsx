import { useEffect, useState } from 'react'
import { messageOf } from '../../../lib/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { type ProfileRole, useUploadPhotoMutation } from '../api.ts'
import { type Crop, wholeOf } from '../crop.ts'
import { imageTypes, photoRefusal } from '../files.ts'
import { cutOut, type Picture, usePicture } from '../picture.ts'
import { PhotoCrop } from './photo-crop.tsx'

const failed = 'Failed to update photo'

interface PhotoDialogProps {
  whose: ProfileRole
  isOpen: boolean
  onClose: () => void
}

/** A photo is chosen, cut to a square and sent; on a failure photo and square stay as they are. */
export function PhotoDialog({ whose, isOpen, onClose }: PhotoDialogProps) {
  const { file, picture, crop, changeCrop, choose, refusal } = useChosenPhoto()
  const { upload, percent, problem, forget, isLoading } = useSending(whose)

  const close = () => {
    if (isLoading) return
    choose(null)
    forget()
    onClose()
  }
  const send = async () => {
    if (!picture || isLoading) return
    if (!(await upload(picture, crop))) return
    choose(null)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Change Photo"
      lead="A clear face in friendly light, cut to a square."
      actions={
        <>
          <Button variant="secondary" onPress={close} isDisabled={isLoading}>
            Cancel
          </Button>
          <Button onPress={send} isDisabled={!picture} isPending={isLoading}>
            {isLoading ? 'Uploading…' : 'Upload'}
          </Button>
        </>
      }
    >
      {picture && <PhotoCrop picture={picture} crop={crop} onChange={changeCrop} isDisabled={isLoading} />}
      <FileField
        label="Photo"
        hint="PNG, JPEG or WebP, up to 5 MB."
        error={refusal ?? problem}
        accept={imageTypes}
        value={file}
        onChange={(chosen) => {
          forget()
          choose(chosen)
        }}
        percent={percent}
        isDisabled={isLoading}
      />
    </Dialog>
  )
}

/** What can't be a photo is refused before it is sent: by its type, its size, or because it doesn't open. */
function useChosenPhoto() {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState<string>()
  /** Null while it has not been touched. */
  const [chosen, setChosen] = useState<Crop | null>(null)
  const opened = usePicture(file)
  const picture: Picture | null = opened === 'damaged' ? null : opened
  const whole = wholeOf(picture?.size ?? { width: 1, height: 1 })

  useEffect(() => {
    if (opened !== 'damaged') return
    setFile(null)
    setRefusal('This picture could not be opened. Please choose another one')
  }, [opened])

  const choose = (photo: File | null) => {
    const refused = photo ? photoRefusal(photo) : null
    setRefusal(refused ?? undefined)
    setFile(refused ? null : photo)
    setChosen(null)
  }
  const changeCrop = (change: (crop: Crop) => Crop) => setChosen((before) => change(before ?? whole))
  return { file, picture, crop: chosen ?? whole, changeCrop, choose, refusal }
}

function useSending(whose: ProfileRole) {
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [send, { isLoading }] = useUploadPhotoMutation()

  const upload = async (picture: Picture, crop: Crop) => {
    setProblem(undefined)
    setPercent(0)
    try {
      await send({ role: whose, file: await cutOut(picture, crop), onPercent: setPercent }).unwrap()
      toast.success('Profile photo updated')
      return true
    } catch (error) {
      setProblem(messageOf(error, failed))
      toast.error(failed)
      return false
    } finally {
      setPercent(undefined)
    }
  }
  return { upload, percent, problem, forget: () => setProblem(undefined), isLoading }
}
