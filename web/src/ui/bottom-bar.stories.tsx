import { BottomBar } from './bottom-bar.tsx'
import { Button } from './button.tsx'
import { PriceText } from './price-text.tsx'

export default { component: BottomBar }

export const WithTotal = () => (
  <BottomBar action={<Button>Send request</Button>}>
    <PriceText usd={126} size="large" unit="for 3 hours" />
  </BottomBar>
)

export const WithNote = () => (
  <BottomBar action={<Button>Send request</Button>} note="You’ll only pay once your request is accepted.">
    <PriceText usd={126} size="large" />
  </BottomBar>
)

export const ActionAlone = () => <BottomBar action={<Button isPending>Saving…</Button>} />
