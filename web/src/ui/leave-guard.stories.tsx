import type { StoryObj } from '@storybook/react-vite'
import { screen } from 'storybook/test'
import { BackLink } from './back-link.tsx'
import { LeaveGuard } from './leave-guard.tsx'

export default { component: LeaveGuard }

export const Leaving: StoryObj = {
  render: () => (
    <>
      <LeaveGuard isDirty consequence="Your hours of Monday are not saved yet." />
      <BackLink to="/bookings">Bookings</BackLink>
    </>
  ),
  play: async ({ userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('alertdialog')
  },
}
