import { useEffect, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { getErrorMessage } from '../../../lib/errors.ts'
import { toast } from '../../../ui/toast.ts'
import { type ProfileRole, useUploadPhotoMutation } from '../api.ts'
import { cropPhoto } from '../crop-photo.ts'
import { photoRefusal } from '../files.ts'

const failed = 'Failed to update photo'

/** A photo that is chosen, cropped and uploaded. After a failed upload it stays as it is. */
export function usePhoto(role: ProfileRole) {
  const [photo, setPhoto] = useState<{ file: File; url: string } | null>(null)
  /** The part to use, in the photo's pixels; null until the photo has opened. */
  const [area, setArea] = useState<Area | null>(null)
  const [error, setError] = useState<string>()
  const [percent, setPercent] = useState<number>()
  const [send, { isLoading }] = useUploadPhotoMutation()

  useEffect(() => {
    if (photo) return () => URL.revokeObjectURL(photo.url)
  }, [photo])

  const choose = (file: File | null) => {
    const refusal = file && photoRefusal(file)
    setPhoto(file && !refusal ? { file, url: URL.createObjectURL(file) } : null)
    setArea(null)
    setError(refusal ?? undefined)
  }
  const rejectDamaged = () => {
    choose(null)
    setError('We couldn’t open this photo. Please choose another one')
  }
  const upload = async () => {
    if (!photo || !area || isLoading) return false
    setError(undefined)
    setPercent(0)
    try {
      await send({ role, file: await cropPhoto(photo.url, area), onPercent: setPercent }).unwrap()
      toast.success('Profile photo updated')
      return true
    } catch (error) {
      setError(getErrorMessage(error, failed))
      toast.error(failed)
      return false
    } finally {
      setPercent(undefined)
    }
  }
  return { photo, area, setArea, error, percent, choose, rejectDamaged, upload, isUploading: isLoading }
}
