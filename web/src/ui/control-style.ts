/** The look of fields, without React Aria, for the few that a page shows before anything is pressed. */

export const fieldClass = 'flex min-w-0 flex-col gap-1.5'

/** The border and background of inputs and of the buttons of selects. */
export const controlClass =
  'w-full min-w-0 min-h-12 rounded-control border border-edge bg-paper-raised px-3.5 text-15 text-ink ' +
  'transition-colors hover:border-ink-soft data-invalid:border-clay data-disabled:bg-sand ' +
  'data-disabled:opacity-70 focus-visible:outline-offset-0'
