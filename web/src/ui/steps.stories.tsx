import { Column } from '../../test/stories.tsx'
import { Steps } from './steps.tsx'

export default { component: Steps }

const steps = ['Request', 'Payment', 'Confirmation']

export const Progress = () => (
  <Column>
    <Steps label="First step" steps={steps} current={0} />
    <Steps label="Second step" steps={steps} current={1} />
    <Steps label="All done" steps={steps} current={3} />
  </Column>
)

export const LongText = () => (
  <Column>
    <Steps
      label="Checkout"
      steps={['Choose your hours', 'Wait for the caregiver’s answer', 'Pay by card', 'Meet your caregiver']}
      current={1}
    />
  </Column>
)
