import { Camera } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { ProfileRole } from '../api.ts'
import { PhotoDialog } from './photo-dialog.tsx'

/** Under a person's own picture: the way to another one. */
export function PhotoButton({ whose }: { whose: ProfileRole }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<Camera className="size-4" aria-hidden="true" />}
        onPress={() => setChanging(true)}
        className="mt-4"
      >
        Change Photo
      </Button>
      <PhotoDialog whose={whose} isOpen={isChanging} onClose={() => setChanging(false)} />
    </>
  )
}
