import { BottomBar } from './bottom-bar.tsx'
import { Button } from './button.tsx'
import { PriceText } from './price-text.tsx'

export default { component: BottomBar }

export const WithTotal = () => (
  <BottomBar action={<Button>Send request</Button>}>
    <PriceText usd={126} size="large" unit="for 3 hours" />
  </BottomBar>
)

export const ActionAlone = () => <BottomBar action={<Button isPending>Saving…</Button>} />
