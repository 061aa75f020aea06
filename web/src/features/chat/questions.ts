import { type ClientFrame, RETRYABLE_ERROR_CODES } from '@tendwell/contract/realtime'

const askAgainMs = 2_000

export type Questions = ReturnType<typeof createQuestions>

/** Frames that may have to be sent again, by the name they were given; a newer one of a name takes its place. */
export function createQuestions(send: (frame: ClientFrame) => boolean) {
  const asked = new Map<string, ClientFrame>()

  function ask(name: string, frame: ClientFrame) {
    if (send({ ...frame, client_id: name })) asked.set(name, frame)
  }

  return {
    ask,
    answered: (name: string) => void asked.delete(name),
    /** Asks once more, after a while, what was refused for now. */
    refused(name: string, code: string) {
      const frame = asked.get(name)
      asked.delete(name)
      if (!frame || !RETRYABLE_ERROR_CODES.includes(code)) return
      setTimeout(() => ask(name, frame), askAgainMs)
    },
    /** With the connection all answers are lost. */
    forget: () => asked.clear(),
  }
}
