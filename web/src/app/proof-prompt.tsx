import { lazyDialog } from '../lib/browser/lazy-parts.tsx'
import { useProofRequest } from '../lib/session/proof.ts'

// Lazy, to keep it out of the first load.
const ProofDialog = lazyDialog(
  async () => (await import('../market/sign-in/proof/proof-dialog.tsx')).ProofDialog,
)

/** Opens the dialog in which users confirm who they are. Closed, or not loaded, it fails the call. */
export function ProofPrompt() {
  const request = useProofRequest()
  return request && <ProofDialog {...request} onClose={() => request.settle(false)} />
}
