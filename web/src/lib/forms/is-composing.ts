import type { KeyboardEvent } from 'react'

/** Reported for keys that an input method takes, in Safari also for the Enter that ends its composing. */
const INPUT_METHOD_KEY = 229

/** Whether a key belongs to an input method, which picks a character with it. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === INPUT_METHOD_KEY
}
