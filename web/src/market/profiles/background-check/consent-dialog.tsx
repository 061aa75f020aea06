import type { BackgroundCheckOverview } from '@tendwell/contract/background-checks/background-checks'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../../lib/forms/use-action.ts'
import { PRODUCT_NAME } from '../../../lib/product.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useStartBackgroundCheckMutation } from './background-check-api.ts'

interface ConsentDialogProps {
  offer: NonNullable<BackgroundCheckOverview['offer']>
  /** Runs once the check is started. */
  onStarted: () => void
  onClose: () => void
}

/** Says exactly what is checked, who checks it and who sees what, and asks the caregiver to agree. */
export function ConsentDialog({ offer, onStarted, onClose }: ConsentDialogProps) {
  const { provider, checked } = offer
  const [agrees, setAgrees] = useState(false)
  const [start] = useStartBackgroundCheckMutation()
  const { run, isPending } = useAction({
    send: (agreedTo: readonly string[], key) => start({ agreedTo, key }).unwrap(),
    failure: 'The background check couldn’t be started',
    onSuccess: () => {
      onClose()
      onStarted()
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      title="Start a background check"
      lead={`${provider} does the check. It’s your choice, and your profile works without it.`}
      width="wide"
      actions={
        <>
          <Button variant="secondary" onPress={onClose} isDisabled={isPending}>
            Not now
          </Button>
          <Button onPress={() => run(checked)} isDisabled={!agrees} isPending={isPending}>
            {`Continue to ${provider}`}
          </Button>
        </>
      }
    >
      <section>
        <h3 className="font-sans font-semibold tracking-normal">What is checked</h3>
        <ul className="mt-2 flex flex-col gap-1.5">
          {checked.map((name) => (
            <li key={name} className="flex items-start gap-2.5">
              <Check className="mt-1 size-4 shrink-0 text-forest" />
              {name}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="font-sans font-semibold tracking-normal">Who sees what</h3>
        <dl className="mt-2 flex flex-col gap-3">
          <Viewer who="Everyone who opens your page">
            That your check was clear, what it covered, who did it, when, and how long it counts. If our team
            reviewed the result first, it says so. If the check wasn’t clear, they see nothing.
          </Viewer>
          <Viewer who={`The ${PRODUCT_NAME} team`}>
            {`Your checks, with their results and dates, and the name and the date of birth that were checked, to compare them with your ID. Someone on the team may read your report at ${provider}, with a login there.`}
          </Viewer>
          <Viewer who={provider}>
            {`The details you enter on its own page, and your report. ${PRODUCT_NAME} receives and stores neither, but for your name and date of birth.`}
          </Viewer>
        </dl>
      </section>
      <p className="text-ink-soft">
        A clear result counts for 12 months. We ask for news of it every 30 days. If something needs a closer
        look, families don’t see that.
      </p>
      <Checkbox value={agrees} onChange={setAgrees} isDisabled={isPending}>
        <span>{`I’ve read this and agree to a background check by ${provider}.`}</span>
      </Checkbox>
    </Dialog>
  )
}

function Viewer({ who, children }: { who: string; children: string }) {
  return (
    <div>
      <dt className="font-medium">{who}</dt>
      <dd className="text-ink-soft">{children}</dd>
    </div>
  )
}
