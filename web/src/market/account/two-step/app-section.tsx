import type { TwoStep } from '@tendwell/contract/sign-in/two-step'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { formatAgo, formatDate } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/button.tsx'
import { AppSetupDialog } from './app-setup-dialog.tsx'
import { type Factor, getRemovalObstacle } from './factor.ts'
import { FactorRow } from './factor-row.tsx'
import { appTexts, FactorSection } from './factor-section.tsx'

interface AppSectionProps {
  twoStep: TwoStep
  onCodes: (codes: readonly string[] | null) => void
  onRename: (factor: Factor) => void
  onRemove: (factor: Factor) => void
}

/** The user's authenticator app, or a way to set one up. */
export function AppSection({ twoStep, onCodes, onRename, onRemove }: AppSectionProps) {
  const { app } = twoStep
  const [isSettingUp, setSettingUp] = useState(false)
  const factor: Factor = { path: 'app', kind: 'app', name: app?.name ?? '' }
  return (
    <FactorSection {...appTexts}>
      {app ? (
        <ul aria-label="Authenticator app" className="w-full">
          <FactorRow
            icon={Smartphone}
            name={app.name}
            facts={`Added ${formatDate(app.created_at)} · ${app.used_at ? `Last used ${formatAgo(app.used_at)}` : 'Not used yet'}`}
            onRename={() => onRename(factor)}
            onRemove={() => onRemove(factor)}
            obstacle={getRemovalObstacle(twoStep)}
          />
        </ul>
      ) : (
        <Button variant="secondary" onPress={() => setSettingUp(true)}>
          Set up an app
        </Button>
      )}
      {isSettingUp && <AppSetupDialog onCodes={onCodes} onClose={() => setSettingUp(false)} />}
    </FactorSection>
  )
}
