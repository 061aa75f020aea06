import { REMEMBERED_DAYS, renameFactorBody, type TwoStep } from '@tendwell/contract/sign-in/two-step'
import { useState } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { Field, useZodForm } from '../../../lib/forms/form.tsx'
import { useAction } from '../../../lib/forms/use-action.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { useForgetDevicesMutation, useRenameFactorMutation } from '../../../shared/sign-in/two-step-api.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AppSection } from './app-section.tsx'
import type { Factor } from './factor.ts'
import { FactorSection } from './factor-section.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'

interface TwoStepSettingsProps {
  twoStep: TwoStep
  onCodes: (codes: readonly string[] | null) => void
}

/** The second steps of the user, their recovery codes and remembered devices. */
export function TwoStepSettings({ twoStep, onCodes }: TwoStepSettingsProps) {
  const [renamed, setRenamed] = useState<Factor | null>(null)
  const [removed, setRemoved] = useState<Factor | null>(null)
  const changes = { onCodes, onRename: setRenamed, onRemove: setRemoved }
  return (
    <div className="divide-y divide-line">
      <PasskeySection twoStep={twoStep} {...changes} />
      <AppSection twoStep={twoStep} {...changes} />
      {twoStep.is_on && <RecoverySection left={twoStep.recovery_codes_left} onCodes={onCodes} />}
      {twoStep.remembered_devices > 0 && <DevicesSection count={twoStep.remembered_devices} />}
      {renamed && <RenameFactorDialog factor={renamed} onClose={() => setRenamed(null)} />}
      {removed && <RemoveFactorDialog factor={removed} twoStep={twoStep} onClose={() => setRemoved(null)} />}
    </div>
  )
}

/** The devices that need no second step. */
function DevicesSection({ count }: { count: number }) {
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

/** Gives a passkey or the authenticator app another name. */
function RenameFactorDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const form = useZodForm(renameFactorBody, { defaultValues: { name: factor.name } })
  const [rename] = useRenameFactorMutation()
  const submission = useSubmit(form, {
    send: ({ name }) => rename({ factor: factor.path, name }).unwrap(),
    success: 'Name saved',
    failure: 'Failed to save the name',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Rename ${factor.name}`}
      submission={submission}
      submitLabel="Save name"
      pendingLabel="Saving…"
    >
      <Field form={form} name="name">
        {(field) => <TextField label="Name" maxLength={40} autoComplete="off" autoFocus {...field} />}
      </Field>
    </FormDialog>
  )
}
