import type { ProfileRole } from '../../../shared/people/own-profile-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { imageTypes } from '../documents/files.ts'
import { PhotoCropper } from './photo-cropper.tsx'
import { usePhoto } from './use-photo.ts'

interface PhotoDialogProps {
  profileRole: ProfileRole
  isOpen: boolean
  onClose: () => void
}

/** Chooses a photo, crops it to a square and uploads it. */
export function PhotoDialog({ profileRole, isOpen, onClose }: PhotoDialogProps) {
  const { photo, area, setArea, error, percent, choose, rejectDamaged, upload, isUploading } =
    usePhoto(profileRole)

  const close = () => {
    if (isUploading) return
    choose(null)
    onClose()
  }
  const send = async () => {
    if (!(await upload())) return
    choose(null)
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Change Photo"
      lead="Use a clear, well-lit photo of your face. We’ll crop it to a square."
      actions={
        <>
          <Button variant="secondary" onPress={close} isDisabled={isUploading}>
            Cancel
          </Button>
          <Button onPress={send} isDisabled={!area} isPending={isUploading}>
            {isUploading ? 'Uploading…' : 'Upload'}
          </Button>
        </>
      }
    >
      {photo && (
        <PhotoCropper
          key={photo.url}
          url={photo.url}
          onAreaChange={setArea}
          onDamaged={rejectDamaged}
          isDisabled={isUploading}
        />
      )}
      <FileField
        label="Photo"
        hint="PNG, JPEG or WebP, up to 5 MB."
        error={error}
        accept={imageTypes}
        value={photo?.file ?? null}
        onChange={choose}
        percent={percent}
        isDisabled={isUploading}
      />
    </Dialog>
  )
}
