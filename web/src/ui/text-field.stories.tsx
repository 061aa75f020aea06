import { Mail } from 'lucide-react'
import { Column, Held } from '../../test/stories.tsx'
import { TextField } from './text-field.tsx'

export default { component: TextField }

export const States = () => (
  <Column>
    <Held initial="">
      {(field) => <TextField {...field} label="City" placeholder="Brooklyn" isRequired={false} />}
    </Held>
    <Held initial="Nora Lind">
      {(field) => <TextField {...field} label="Full Name" hint="As it is on your ID." />}
    </Held>
    <TextField label="Email" value="nora@" onChange={() => {}} error="Enter a valid email" />
    <TextField label="Full Name" value="Nora Lind" onChange={() => {}} isDisabled />
    <TextField label="Email" value="nora.lind@example.test" onChange={() => {}} isReadOnly />
  </Column>
)

export const WithIcon = () => (
  <Column>
    <Held initial="">
      {(field) => (
        <TextField
          {...field}
          label="Email"
          type="email"
          icon={<Mail className="size-4" />}
          placeholder="you@example.com"
        />
      )}
    </Held>
  </Column>
)

export const LongText = () => (
  <Column>
    <TextField
      label="The name of the person whom we can call when nobody else can be reached"
      value="Wilhelmina Alexandra Magdalena van der Westhuizen-Papadopoulou of Amsterdam"
      onChange={() => {}}
      error="This name is longer than the 60 characters that fit on a badge. Leave out a middle name, or write only its first letter."
    />
  </Column>
)
