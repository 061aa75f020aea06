import { useEffect, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { getErrorMessage } from '../../../lib/errors.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { type ProfileRole, useUploadPhotoMutation } from '../../../shared/people/own-profile-api.ts'
import { photoRefusal } from '../documents/files.ts'
import { cropPhoto } from './crop-photo.ts'

const failure = 'Failed to update photo'

/** A photo that is chosen, cropped and uploaded. After a failed upload it stays as it is. */
export function usePhoto(role: ProfileRole) {
  const [photo, setPhoto] = useState<{ file: File; url: string } | null>(null)
  /** The part to use, in the photo's pixels; null until the photo has opened. */
  const [area, setArea] = useState<Area | null>(null)
  const [error, setError] = useState<string>()
  const [percent, setPercent] = useState<number>()
  const [uploadPhoto] = useUploadPhotoMutation()
  const { run, isPending } = useAction({
    send: async ({ url, area }: { url: string; area: Area }) => {
      setError(undefined)
      setPercent(0)
      return uploadPhoto({ role, file: await cropPhoto(url, area), onPercent: setPercent }).unwrap()
    },
    success: ({ pending_avatar: waiting }) =>
      waiting ? 'Your new photo is waiting for review' : 'Profile photo updated',
    failure: () => failure,
    onFailure: (error) => setError(getErrorMessage(error, failure)),
  })

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
    if (!photo || !area) return false
    const isDone = await run({ url: photo.url, area })
    setPercent(undefined)
    return isDone
  }
  return { photo, area, setArea, error, percent, choose, rejectDamaged, upload, isUploading: isPending }
}
