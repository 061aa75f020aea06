import type { CaregiverDetail } from '@tendwell/contract/profiles/profiles'
import { Handshake } from 'lucide-react'
import { useUrlParams } from '../../../lib/address/use-url-params.ts'
import { lazyDialog } from '../../../lib/browser/lazy-parts.tsx'
import { useSession } from '../../../lib/session/session.ts'
import { paths } from '../../../shared/routes/paths.ts'
import { loginPath } from '../../../shared/routes/return-to.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'

const MeetDialog = lazyDialog(async () => (await import('./meet-dialog.tsx')).MeetDialog)

/** Whether the dialog is open is in the address, so that a visitor who logs in comes back to it. */
const KEY = 'meet'
const look = { variant: 'quiet', block: true, icon: <Handshake className="size-5" /> } as const

/** Opens the dialog in which a family asks for a free meeting. */
export function MeetAction({ caregiver }: { caregiver: CaregiverDetail }) {
  const { isLoggedIn } = useSession()
  const { params, change, state } = useUrlParams()
  if (!isLoggedIn) {
    return (
      <ButtonLink to={loginPath(paths.meetCaregiver(caregiver.id))} {...look}>
        Meet First
      </ButtonLink>
    )
  }
  const setOpen = (isOpen: boolean) =>
    change(
      (changed) => {
        if (isOpen) changed.set(KEY, 'first')
        else changed.delete(KEY)
        return changed
      },
      { replace: true, state },
    )
  return (
    <>
      <Button onPress={() => setOpen(true)} {...look}>
        Meet First
      </Button>
      {params.has(KEY) && <MeetDialog caregiver={caregiver} onClose={() => setOpen(false)} />}
    </>
  )
}
