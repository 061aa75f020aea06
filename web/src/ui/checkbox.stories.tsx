import { Column, Held } from '../../test/stories.tsx'
import { Checkbox } from './checkbox.tsx'

export default { component: Checkbox }

export const States = () => (
  <Column>
    <Held initial={false}>{(field) => <Checkbox {...field}>Remember me</Checkbox>}</Held>
    <Held<boolean> initial>{(field) => <Checkbox {...field}>Verified caregivers only</Checkbox>}</Held>
    <Held initial={false}>
      {(field) => (
        <Checkbox {...field} isIndeterminate>
          Select all
        </Checkbox>
      )}
    </Held>
  </Column>
)

export const Disabled = () => (
  <Column>
    <Checkbox value={false} onChange={() => {}} isDisabled>
      Remember me
    </Checkbox>
    <Checkbox value onChange={() => {}} isDisabled>
      Verified caregivers only
    </Checkbox>
  </Column>
)

export const LongText = () => (
  <Column>
    <Held initial={false}>
      {(field) => (
        <Checkbox {...field}>
          I have read the terms, I agree to the review of my documents, and I know that families see my name,
          photo and city
        </Checkbox>
      )}
    </Held>
  </Column>
)
