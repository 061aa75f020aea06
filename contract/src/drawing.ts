/** How the server gets a page from the web app as HTML, readable before any script runs. */

/** Calls the API for the page's data. @param path a path of the API */
export type Ask = (path: string) => Promise<{ status: number; answer: unknown }>

/** A page for a visitor. Only `head` and `body` are HTML; escape everything else. */
export interface Drawing {
  /** The title, as HTML. */
  head: string
  /** The screen, as HTML. */
  body: string
  /** The API answers that the screen shows. The app starts with them instead of calling the API again. */
  known: KnownAnswer[]
  about: {
    title: string
    description: string
    /** The page's own path. */
    path: string
    /** A picture's path, and the name of the person in it. */
    picture: { path: string; name: string } | null
  }
}

/** An entry of the app's API cache: the endpoint, its argument and the answer. */
export interface KnownAnswer {
  endpointName: string
  arg: unknown
  value: unknown
}

/** Renders the page at `address`; null if it doesn't exist. */
export type Draw = (address: string, ask: Ask) => Promise<Drawing | null>

/** The id of the script element that holds `known` as JSON. */
export const KNOWN_ANSWERS_ID = 'known-answers'
