import { overrideBody, toWindow, type WindowBody } from '@tendwell/contract/availability/availability'
import {
  BUFFER_MINUTES_DEFAULT,
  NEW_WINDOW,
  SLOT_MINUTES_DEFAULT,
  validateWindows,
  WINDOW_MESSAGES,
} from '@tendwell/contract/availability/windows'
import { z } from 'zod'

/** A window as the editor adds it. @see docs/rules/availability.md#on-screen */
export function newWindow(): WindowBody {
  return {
    start_local: NEW_WINDOW.start,
    end_local: NEW_WINDOW.end,
    ends_next_day: false,
    slot_minutes: SLOT_MINUTES_DEFAULT,
    buffer_minutes: BUFFER_MINUTES_DEFAULT,
  }
}

/** Checks the windows of a day. A day with bookings needs no others. */
export function dayForm(isBooked: boolean) {
  return z.object({ windows: overrideBody.shape.windows }).superRefine(({ windows }, context) => {
    if (windows.length === 0 && !isBooked) {
      context.addIssue({ code: 'custom', path: ['windows'], message: 'Add a time window or close this day' })
    }
    windows.forEach((window, index) => {
      const { start, end, endsNextDay } = toWindow(window)
      const [message] = validateWindows([{ start, end, endsNextDay }])
      if (message) context.addIssue({ code: 'custom', path: ['windows', index, 'end_local'], message })
    })
    const messages = validateWindows(windows.map(toWindow))
    if (messages.includes(WINDOW_MESSAGES.overlap)) {
      context.addIssue({ code: 'custom', path: ['windows'], message: WINDOW_MESSAGES.overlap })
    }
  })
}
