import { getBrowserZone } from '../../../lib/format/format.ts'
import { PasskeyObstacle } from '../../../shared/sign-in/passkey-obstacle.tsx'
import { getPasskeySupport } from '../../../shared/sign-in/passkeys.ts'
import {
  useLogInWithPasskeyMutation,
  usePasskeyLoginOptionsMutation,
} from '../../../shared/sign-in/two-step-api.ts'
import { toast } from '../../../ui/toast.ts'
import { useFinishLogin } from '../login/use-finish-login.ts'
import { PasskeyButton } from './passkey-button.tsx'

/** Logs in by a passkey alone. Nothing in a browser without passkeys. */
export function PasskeyLogin() {
  const [getOptions] = usePasskeyLoginOptionsMutation()
  const [logIn] = useLogInWithPasskeyMutation()
  const { enter } = useFinishLogin('password')
  const support = getPasskeySupport()
  if (support === 'no') return null
  if (support === 'address') return <PasskeyObstacle support={support} />
  return (
    <PasskeyButton
      label="Log in with a passkey"
      variant="secondary"
      getOptions={() => getOptions({}).unwrap()}
      send={(passkey) => logIn({ passkey, timezone: getBrowserZone() }).unwrap()}
      onSuccess={(session) => {
        toast.success('Login successful!')
        enter(session)
      }}
    />
  )
}
