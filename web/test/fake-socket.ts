import type { ServerFrame } from '@tendwell/contract/realtime'

/** A fake `WebSocket`. A test acts as the server on each socket that is opened. */
export class FakeSocket extends EventTarget {
  /** In the order of opening. A test empties it first. */
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []

  constructor(readonly url: string) {
    super()
    FakeSocket.all.push(this)
  }

  send(text: string) {
    this.sent.push(text)
  }

  close() {
    this.readyState = 3
  }

  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  receive(frame: ServerFrame | string) {
    const data = typeof frame === 'string' ? frame : JSON.stringify(frame)
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  pong() {
    this.receive({ event: 'pong' })
  }

  /** The server or the network closes the connection. */
  end(code: number) {
    this.readyState = 3
    this.dispatchEvent(Object.assign(new Event('close'), { code }))
  }

  /** The connection can't be opened. */
  fail() {
    this.dispatchEvent(new Event('error'))
    this.end(1006)
  }
}
