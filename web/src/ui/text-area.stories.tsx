import { Column, Held } from '../../test/stories.tsx'
import { TextArea } from './text-area.tsx'

export default { component: TextArea }

export const States = () => (
  <Column>
    <Held initial="">{(field) => <TextArea {...field} label="Description" isRequired={false} />}</Held>
    <Held initial="Ten years with newborns and their parents.">
      {(field) => <TextArea {...field} label="Description" hint="Families read it first." maxLength={1000} />}
    </Held>
    <TextArea
      label="Description"
      value=""
      onChange={() => {}}
      error="Please write a few words about yourself"
      maxLength={1000}
    />
    <TextArea label="Description" value="Ten years with newborns." onChange={() => {}} isDisabled />
  </Column>
)
