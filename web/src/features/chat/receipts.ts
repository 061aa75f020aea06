import type { Outcome } from './deliver.ts'

const acknowledgedWithinMs = 15_000

export type Receipts = ReturnType<typeof createReceipts>

/** Messages that were sent and whose outcome is not known yet. @param onOverdue the connection answers no more */
export function createReceipts(onOverdue: () => void) {
  const waiting = new Map<string, (outcome: Outcome) => void>()
  return {
    outcomeOf(clientId: string): Promise<Outcome> {
      return new Promise((resolve) => {
        const overdue = setTimeout(onOverdue, acknowledgedWithinMs)
        waiting.set(clientId, (outcome) => {
          clearTimeout(overdue)
          waiting.delete(clientId)
          resolve(outcome)
        })
      })
    },
    settle: (clientId: string, outcome: Outcome) => waiting.get(clientId)?.(outcome),
    /** The connection broke: whether they were stored is unknown. */
    lose() {
      for (const settle of [...waiting.values()]) settle('lost')
    },
  }
}
