import { onTestFinished, vi } from 'vitest'

/** Makes the screen as narrow as a phone's until the test ends. */
export function showOnPhone(): void {
  const { matchMedia } = window
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) =>
      Object.assign(matchMedia.call(window, media), { matches: media.startsWith('(width <') }),
    )
  onTestFinished(() => spy.mockRestore())
}
