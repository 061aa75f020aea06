/** Polls until a condition holds. @throws Error after `limitMs` */
export async function waitUntil(isTrue: () => boolean, limitMs = 120_000): Promise<void> {
  const start = Date.now()
  while (!isTrue()) {
    if (Date.now() - start > limitMs) throw new Error(`The condition did not hold within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
