import { Fragment, type ReactNode } from 'react'
import { getErrorStatus } from '../lib/errors.ts'
import { ErrorState } from './error-state.tsx'
import { Panel, type PanelProps } from './panel.tsx'

export interface QueryBodyProps<Data> {
  /**
   * An RTK Query result, or one put together of several. What it has loaded is shown even if a later load has
   * failed, but never what it loaded for another argument.
   */
  query: {
    currentData?: Data | undefined
    error?: unknown
    /** Shows at Retry that it loads again. */
    isFetching: boolean
    refetch: () => unknown
  }
  /** Title of the error: 'Failed to load receipt'. */
  failure: string
  /** Has the shape of the content. */
  skeleton: ReactNode
  /** A `<MissingState>`, shown if the server answers with 404. */
  missing?: ReactNode
  /** Returns an `<EmptyState>` if there is nothing to show. */
  empty?: ((data: Data) => ReactNode) | undefined
  isCompact?: boolean
  children: (data: Data) => ReactNode
}

/** What a query has loaded, or that it is loading, has failed, or found nothing. */
export function QueryBody<Data>(props: QueryBodyProps<Data>) {
  const { query, failure, skeleton, missing, empty, isCompact = false, children } = props
  const { currentData, error, isFetching, refetch } = query
  // The keys replace the skeleton's elements. One that became an element of the content would be seen to jump.
  if (currentData !== undefined) {
    return <Fragment key="content">{empty?.(currentData) || children(currentData)}</Fragment>
  }
  if (!error) return <Fragment key="skeleton">{skeleton}</Fragment>
  if (missing && getErrorStatus(error) === 404) return missing
  return (
    <ErrorState
      title={failure}
      error={error}
      onRetry={refetch}
      isRetrying={isFetching}
      isCompact={isCompact}
    />
  )
}

export type QueryPanelProps<Data> = Omit<QueryBodyProps<Data>, 'isCompact'> &
  Pick<PanelProps, 'id' | 'title' | 'lead' | 'actions' | 'className' | 'ref'>

/** What a query has loaded, in a titled card. */
export function QueryPanel<Data>(props: QueryPanelProps<Data>) {
  const { query, failure, skeleton, missing, empty, children, ...panel } = props
  return (
    <Panel {...panel} isLoading={query.currentData === undefined && !query.error}>
      <QueryBody {...{ query, failure, skeleton, missing, empty, children }} isCompact />
    </Panel>
  )
}
