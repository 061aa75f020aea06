import { REMEMBERED_DAYS } from '@tendwell/contract/sign-in/two-step'
import { plural } from '../../../lib/format/format.ts'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useForgetDevicesMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FactorSection } from './factor-section.tsx'

/** The devices that need no second step. */
export function DevicesSection({ count }: { count: number }) {
  const [forget] = useForgetDevicesMutation()
  const { run, isPending } = useAction({
    send: () => forget().unwrap(),
    success: 'Devices forgotten',
    failure: 'Failed to forget the devices',
  })
  return (
    <FactorSection
      title="Remembered devices"
      lead={`${plural(count, 'device')} can log in without the second step, for up to ${REMEMBERED_DAYS} days.`}
    >
      <Button variant="secondary" isPending={isPending} onPress={() => run(undefined)}>
        Forget remembered devices ({count})
      </Button>
    </FactorSection>
  )
}
