import type { TwoStep } from '@tendwell/contract/sign-in/two-step'
import type { FactorPath } from '../../../shared/sign-in/two-step-api.ts'

/** A passkey or the authenticator app, to be renamed or removed. */
export interface Factor {
  path: FactorPath
  kind: 'passkey' | 'app'
  name: string
}

/** Whether only one second step is left. Recovery codes don't count. */
export function hasOneFactor({ passkeys, app }: TwoStep): boolean {
  return passkeys.length + (app ? 1 : 0) === 1
}

/** Why the last second step of someone who needs one can't be removed. */
export function getRemovalObstacle(twoStep: TwoStep): string | undefined {
  if (!twoStep.is_required || !hasOneFactor(twoStep)) return undefined
  return 'You need a second step for the console. To remove this one, add another first.'
}
