import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react'
import { RangeField } from '../../../ui/range-field.tsx'
import { type Crop, moved, placeOf, ZOOM_MAXIMUM, zoomed } from '../crop.ts'
import type { Picture } from '../picture.ts'

interface PhotoCropProps {
  picture: Picture
  crop: Crop
  onChange: (change: (crop: Crop) => Crop) => void
  isDisabled: boolean
}

const zoomStep = 0.1
const moves: Record<string, { right: number; down: number }> = {
  ArrowLeft: { right: -0.05, down: 0 },
  ArrowRight: { right: 0.05, down: 0 },
  ArrowUp: { right: 0, down: -0.05 },
  ArrowDown: { right: 0, down: 0.05 },
}

/** The square to be: dragged, pinched or moved by arrow keys, with a slider to zoom and a preview as it will be shown. */
export function PhotoCrop({ picture, crop, onChange, isDisabled }: PhotoCropProps) {
  const hintId = useId()
  const { size } = picture
  const drag = useDrag(picture, onChange)
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    const zoom = { '+': zoomStep, '=': zoomStep, '-': -zoomStep }[event.key]
    if (!move && !zoom) return
    event.preventDefault()
    if (move) onChange((before) => moved(size, before, move))
    if (zoom) onChange((before) => zoomed(size, before, before.zoom + zoom))
  }
  return (
    <div className="flex flex-col gap-4">
      <div
        role="application"
        aria-label="Part of the photo to use"
        aria-describedby={hintId}
        tabIndex={isDisabled ? -1 : 0}
        onKeyDown={isDisabled ? undefined : onKeyDown}
        {...(!isDisabled && drag)}
        className="relative mx-auto aspect-square w-full max-w-72 cursor-move touch-none overflow-hidden rounded-card bg-sand select-none"
      >
        <Framed picture={picture} crop={crop} />
      </div>
      <div className="flex items-center gap-5">
        <div className="relative size-16 shrink-0 overflow-hidden rounded-full bg-sand">
          <Framed picture={picture} crop={crop} alt="How your photo will look" />
        </div>
        <div className="min-w-0 flex-1">
          <RangeField
            label="Zoom"
            value={crop.zoom}
            minimum={1}
            maximum={ZOOM_MAXIMUM}
            step={zoomStep}
            valueText={`${Math.round(crop.zoom * 100)} percent`}
            onChange={(zoom) => onChange((before) => zoomed(size, before, zoom))}
            isDisabled={isDisabled}
          />
          <p id={hintId} className="text-13 text-ink-soft">
            Drag the photo, or use the arrow keys; plus and minus zoom.
          </p>
        </div>
      </div>
    </div>
  )
}

function Framed({ picture, crop, alt = '' }: { picture: Picture; crop: Crop; alt?: string }) {
  const place = placeOf(picture.size, crop)
  const percent = (share: number) => `${share * 100}%`
  return (
    <img
      src={picture.address}
      alt={alt}
      draggable={false}
      className="absolute max-w-none"
      style={{ width: percent(place.width), left: percent(place.left), top: percent(place.top) }}
    />
  )
}

/** One pointer drags, two pinch. */
function useDrag({ size }: Picture, onChange: PhotoCropProps['onChange']) {
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const spread = () => {
    const [one, other] = [...pointers.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const end = (event: PointerEvent) => void pointers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || pointers.current.size >= 2) return
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const spreadBefore = spread()
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const ratio = spreadBefore > 0 ? spread() / spreadBefore : 1
      const shares = pointers.current.size * event.currentTarget.clientWidth
      const by = { right: (before.x - event.clientX) / shares, down: (before.y - event.clientY) / shares }
      onChange((crop) => moved(size, zoomed(size, crop, crop.zoom * ratio), by))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
