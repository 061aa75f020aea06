import { type ComponentType, lazy, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../toast.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Loads a component after the screen. One that fails to load is left out. */
export function lazyTool<Props>(load: Load<Props>) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    const Tool = await load().catch(() => () => null)
    return { default: Tool }
  })
}

interface DialogProps {
  /** False keeps a dialog that is closed; true by default. */
  isOpen?: boolean
  onClose: () => void
}

/**
 * Loads a dialog when it is first opened. If that fails, a toast says what to do, and the dialog is closed, so
 * that opening it again tries again.
 */
export function lazyDialog<Props extends DialogProps>(load: Load<Props>) {
  let loaded: ComponentType<Props> | null = null
  let failures = 0

  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded)
    const isWanted = !Dialog && props.isOpen !== false
    const close = useEffectEvent(() => {
      failures += 1
      // Chromium keeps an import that failed until the page is reloaded.
      const next = failures > 1 ? 'Reload the page.' : 'Check your connection and try again.'
      toast.error(`This part of the page didn’t load. ${next}`)
      props.onClose()
    })
    useEffect(() => {
      if (!isWanted) return
      let isGone = false
      load().then(
        (Loaded) => {
          loaded = Loaded
          if (!isGone) setDialog(() => Loaded)
        },
        () => !isGone && close(),
      )
      return () => {
        isGone = true
      }
    }, [isWanted])
    return Dialog && <Dialog {...props} />
  }
}
