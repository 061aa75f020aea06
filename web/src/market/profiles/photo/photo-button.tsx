import { Camera } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import type { ProfileRole } from '../../../shared/people/own-profile-api.ts'
import { Button } from '../../../ui/button.tsx'

/** Loaded when first opened, because of the cropper. */
const PhotoDialog = lazyDialog(async () => (await import('./photo-dialog.tsx')).PhotoDialog)

/** Opens the dialog that changes the profile's photo. */
export function PhotoButton({ profileRole }: { profileRole: ProfileRole }) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={<Camera className="size-4" />}
        onPress={() => setOpen(true)}
        className="mt-4"
      >
        Change Photo
      </Button>
      {isOpen !== null && (
        <PhotoDialog profileRole={profileRole} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
