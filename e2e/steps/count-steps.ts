import type { Locator } from '@playwright/test'

/** Counts what a person presses and fills in on their way, so that a journey can be kept short. */
export function countSteps() {
  const steps: string[] = []
  const add = (step: string) => steps.push(`${steps.length + 1}. ${step}`)
  return {
    /** One line a step. */
    steps,
    press: async (target: Locator) => {
      await target.click()
      add(`press ${target}`)
    },
    fill: async (target: Locator, text: string) => {
      await target.fill(text)
      add(`fill ${target}`)
    },
  }
}

export type Steps = ReturnType<typeof countSteps>
