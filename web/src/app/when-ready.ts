import type { DataRouter } from 'react-router'

/** Resolves when the first screen's code has loaded. */
export async function whenReady(router: DataRouter): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
