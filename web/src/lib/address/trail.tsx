import { createContext, type ReactNode, use, useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const Trail = createContext<() => string | undefined>(() => undefined)

/** Notes the pages that were opened since the app started, in the order of the browser's history. */
export function TrailProvider({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const pages = useRef<{ key: string; pathname: string }[]>([])
  const current = useRef(-1)
  useEffect(() => {
    const known = pages.current.findIndex((page) => page.key === key)
    if (known >= 0) {
      current.current = known
      return
    }
    // Going back beyond the start of the app opens a page whose neighbors are unknown.
    const before =
      type === 'POP' ? 0 : type === 'REPLACE' ? Math.max(current.current, 0) : current.current + 1
    pages.current = [...pages.current.slice(0, before), { key, pathname }]
    current.current = before
  }, [key, pathname, type])
  const getPrevious = useCallback(() => pages.current[current.current - 1]?.pathname, [])
  return <Trail value={getPrevious}>{children}</Trail>
}

/** Returns a function that tells the path of the page before in the history; undefined if it is unknown. */
export const useGetPreviousPath = () => use(Trail)
