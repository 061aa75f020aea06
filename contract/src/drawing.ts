/** How the server asks the web application for a page that can be read before any script runs. */

/** Reads what the page shows. `path` is a call of the API; null where it has nothing, or not just now. */
export type Ask = (path: string) => Promise<{ status: number; answer: unknown }>

/** A page for a visitor. Nothing in it but `head` and `body` is HTML yet. */
export interface Drawing {
  /** The title, as HTML. */
  head: string
  /** The screen, as HTML. */
  body: string
  /** What the screen was drawn from: the application begins with it instead of asking again. */
  known: KnownAnswer[]
  about: {
    title: string
    description: string
    /** The page's own path. */
    path: string
    /** A picture's path, and of whom it is. */
    picture: { path: string; name: string } | null
  }
}

/** An answer as the application keeps it: which query of the API's cache, of what, and the answer itself. */
export interface KnownAnswer {
  endpointName: string
  arg: unknown
  value: unknown
}

/** Null where there is no such page to show. */
export type Draw = (address: string, ask: Ask) => Promise<Drawing | null>

/** The id of the script element of JSON that carries `known`. */
export const KNOWN_ANSWERS_ID = 'known-answers'
