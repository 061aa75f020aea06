import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

interface ConfirmVerificationProps {
  isPending: boolean
  onConfirm: () => void
}

/** A mailed link in a browser that did not sign up: nothing happens until it is confirmed. */
export function ConfirmVerification({ isPending, onConfirm }: ConfirmVerificationProps) {
  return (
    <>
      <Banner title="You didn’t sign up in this browser">
        To keep your account safe, we’ll ask you for your password once more. In the browser where you signed
        up, the link alone is enough.
      </Banner>
      <Button size="large" block isPending={isPending} onPress={onConfirm}>
        {isPending ? 'Checking the link…' : 'Continue Here'}
      </Button>
    </>
  )
}
