import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { type ProofRequest, useProofRequest } from '../lib/session/proof.ts'

// Lazy, to keep it out of the first load.
const ProofDialog = lazy(async (): Promise<{ default: ComponentType<ProofRequest> }> => {
  const dialog = await import('../market/sign-in/proof/proof-dialog.tsx').catch(() => null)
  return { default: dialog?.ProofDialog ?? Unavailable }
})

/** Opens the dialog in which users confirm who they are. */
export function ProofPrompt() {
  const request = useProofRequest()
  return (
    request && (
      <Suspense>
        <ProofDialog {...request} />
      </Suspense>
    )
  )
}

/** If the dialog can't be loaded, the call fails with the server's reason. */
function Unavailable({ settle }: ProofRequest) {
  useEffect(() => settle(false), [settle])
  return null
}
