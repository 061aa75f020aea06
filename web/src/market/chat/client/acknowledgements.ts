const timeoutMs = 15_000

/** What happened to a message: stored, refused with a code, or unknown because the connection was lost. */
export type DeliveryResult = 'stored' | 'lost' | { code: string; detail: string }

export type Acknowledgements = ReturnType<typeof createAcknowledgements>

/**
 * Messages that were sent and not yet acknowledged.
 * @param onTimeout called if the connection doesn't answer
 */
export function createAcknowledgements(onTimeout: () => void) {
  const waiting = new Map<string, (result: DeliveryResult) => void>()
  return {
    wait(clientId: string): Promise<DeliveryResult> {
      return new Promise((resolve) => {
        const timer = setTimeout(onTimeout, timeoutMs)
        waiting.set(clientId, (result) => {
          clearTimeout(timer)
          waiting.delete(clientId)
          resolve(result)
        })
      })
    },
    settle: (clientId: string, result: DeliveryResult) => waiting.get(clientId)?.(result),
    settleAllAsLost() {
      for (const settle of [...waiting.values()]) settle('lost')
    },
  }
}
