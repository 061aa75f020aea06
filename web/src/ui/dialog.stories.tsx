import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

const close = () => {}

export default { component: Dialog }

export const Narrow = () => (
  <Dialog
    isOpen
    onClose={close}
    title="Copy Monday’s hours"
    lead="Choose the days that get the same hours. Their own hours are replaced."
    actions={
      <>
        <Button variant="secondary">Cancel</Button>
        <Button>Copy hours</Button>
      </>
    }
  />
)

export const Wide = () => (
  <Dialog isOpen onClose={close} title="How refunds work" width="wide">
    <p>
      A refund goes back to the card you paid with. Your bank usually shows it within five to ten working
      days.
    </p>
  </Dialog>
)
