import { Column } from '../../test/stories.tsx'
import { FormError } from './form-error.tsx'

export default { component: FormError }

export const Default = () => (
  <Column>
    <FormError message="Incorrect email or password." />
  </Column>
)

export const LongText = () => (
  <Column>
    <FormError message="These hours were booked by another family while you were choosing. Pick other hours, then send your request again." />
  </Column>
)
