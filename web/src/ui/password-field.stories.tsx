import { Column, Held } from '../../test/stories.tsx'
import { PasswordField } from './password-field.tsx'

export default { component: PasswordField }

export const States = () => (
  <Column>
    <Held initial="">
      {(field) => <PasswordField {...field} label="Password" autoComplete="current-password" />}
    </Held>
    <Held initial="correct horse">
      {(field) => (
        <PasswordField
          {...field}
          label="New Password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
      )}
    </Held>
    <PasswordField
      label="New Password"
      autoComplete="new-password"
      value="horse"
      onChange={() => {}}
      error="Use at least 8 characters"
    />
    <PasswordField
      label="Password"
      autoComplete="current-password"
      value="correct horse"
      onChange={() => {}}
      isDisabled
    />
  </Column>
)
