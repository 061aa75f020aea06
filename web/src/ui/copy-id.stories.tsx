import { CopyId } from './copy-id.tsx'

export default { component: CopyId }

export const Default = () => (
  <CopyId id="po_1QabcdEFGH12345678" label="payout ID" copied="Payout ID copied!" />
)
