import { toSvgPath } from 'lean-qr/extras/svg'
import { generate } from 'lean-qr/nano'

/** A text as a QR code, for the ground `qr-ground`. */
export function QrCode({ text }: { text: string }) {
  const code = generate(text)
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="size-36 fill-qr-ink sm:size-44"
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}
