/**
 * A small form inside a larger one, while it is open. What is typed there is saved by its own button, so the larger
 * form isn't sent before that.
 */
export interface InnerForm {
  /** Says so at its first field, which takes the focus. */
  remind: () => void
}
