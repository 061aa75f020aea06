/** What the stories share: frames, values that can be changed, and the fake server's answers. */
import { type ReactNode, useState } from 'react'
import { type Call, handle } from './handlers.ts'

/** Examples under each other, as wide as a form. */
export function Column({ children }: { children: ReactNode }) {
  return <div className="flex max-w-form flex-col gap-6">{children}</div>
}

/** Examples side by side. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-4">{children}</div>
}

interface HeldProps<Value> {
  initial: Value
  children: (field: { value: Value; onChange: (value: Value) => void }) => ReactNode
}

/** Holds the value of a field, so that it can be changed in its story. */
export function Held<Value>({ initial, children }: HeldProps<Value>) {
  const [value, onChange] = useState(initial)
  return children({ value, onChange })
}

/** A story of a screen that reads from the server. Calls without an answer keep it loading. */
export function answering(call: Call, body: object, status?: number) {
  return { parameters: { handlers: [handle(call, body, status)] } }
}

/** A story of a screen whose call fails. */
export function failing(call: Call) {
  return answering(call, { detail: 'Something went wrong on our side.' }, 500)
}
