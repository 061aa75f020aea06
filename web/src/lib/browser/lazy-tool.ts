import { type ComponentType, lazy } from 'react'

/** Loads a component after the screen. One that fails to load is left out. */
export function lazyTool<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    const Tool = await load().catch(() => () => null)
    return { default: Tool }
  })
}
