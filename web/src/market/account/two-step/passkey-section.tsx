import { PASSKEYS_MAXIMUM, type Passkey, type TwoStep } from '@tendwell/contract/sign-in/two-step'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatAgo, formatDate } from '../../../lib/format/format.ts'
import { PasskeyObstacle } from '../../../shared/sign-in/passkey-obstacle.tsx'
import { getPasskeySupport } from '../../../shared/sign-in/passkeys.ts'
import { Button } from '../../../ui/button.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { type Factor, getRemovalObstacle } from './factor.ts'
import { FactorRow } from './factor-row.tsx'
import { FactorSection, passkeyTexts } from './factor-section.tsx'

interface PasskeySectionProps {
  twoStep: TwoStep
  onCodes: (codes: readonly string[] | null) => void
  onRename: (factor: Factor) => void
  onRemove: (factor: Factor) => void
}

/** The user's passkeys, and a way to add one. */
export function PasskeySection({ twoStep, onCodes, onRename, onRemove }: PasskeySectionProps) {
  const { passkeys } = twoStep
  const [isAdding, setAdding] = useState(false)
  const support = getPasskeySupport()
  return (
    <FactorSection {...passkeyTexts}>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="w-full divide-y divide-line">
          {passkeys.map((passkey) => {
            const factor: Factor = { path: `passkeys/${passkey.id}`, kind: 'passkey', name: passkey.name }
            return (
              <FactorRow
                key={passkey.id}
                icon={KeyRound}
                name={passkey.name}
                facts={describePasskey(passkey)}
                onRename={() => onRename(factor)}
                onRemove={() => onRemove(factor)}
                obstacle={getRemovalObstacle(twoStep)}
              />
            )
          })}
        </ul>
      )}
      {support === 'yes' && passkeys.length < PASSKEYS_MAXIMUM && (
        <Button
          variant={twoStep.is_on ? 'secondary' : 'primary'}
          icon={<Plus className="size-4" />}
          onPress={() => setAdding(true)}
        >
          Add a passkey
        </Button>
      )}
      {passkeys.length >= PASSKEYS_MAXIMUM && (
        <p className="text-13 text-ink-soft">
          You have {PASSKEYS_MAXIMUM} passkeys. Remove one to add another.
        </p>
      )}
      <PasskeyObstacle support={support} />
      {isAdding && <AddPasskeyDialog onCodes={onCodes} onClose={() => setAdding(false)} />}
    </FactorSection>
  )
}

function describePasskey({ created_at: added, used_at: used, is_synced: isSynced }: Passkey): string {
  return [
    `Added ${formatDate(added)}`,
    used ? `Last used ${formatAgo(used)}` : 'Not used yet',
    isSynced ? 'Synced across your devices' : 'On one device only',
  ].join(' · ')
}
