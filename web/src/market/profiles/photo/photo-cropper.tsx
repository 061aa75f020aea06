import { type KeyboardEvent, useId, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Slider } from '../../../ui/slider.tsx'

const minimumZoom = 1
const maximumZoom = 4
const zoomSteps: Record<string, number> = { '+': 0.1, '=': 0.1, '-': -0.1 }
const wholePercent: Area = { x: 0, y: 0, width: 100, height: 100 }

interface PhotoCropperProps {
  url: string
  /** The chosen square in the photo's pixels. */
  onAreaChange: (area: Area) => void
  /** Called if the file isn't an image. */
  onDamaged: () => void
  isDisabled: boolean
}

/** Chooses a square by mouse, touch, keyboard or slider, with a preview of the result. */
export function PhotoCropper({ url, onAreaChange, onDamaged, isDisabled }: PhotoCropperProps) {
  const hintId = useId()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(minimumZoom)
  const [percent, setPercent] = useState(wholePercent)
  const zoomByKey = (event: KeyboardEvent) => {
    const step = zoomSteps[event.key]
    if (!step) return
    event.preventDefault()
    setZoom((before) => Math.min(maximumZoom, Math.max(minimumZoom, before + step)))
  }
  return (
    <div inert={isDisabled} className="flex flex-col gap-4">
      <div className="relative mx-auto aspect-square w-full max-w-72 overflow-hidden rounded-card bg-sand">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={minimumZoom}
          maxZoom={maximumZoom}
          aspect={1}
          objectFit="cover"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(percent, pixels) => {
            setPercent(percent)
            onAreaChange(pixels)
          }}
          mediaProps={{ onError: onDamaged }}
          cropperProps={{
            role: 'application',
            'aria-label': 'Crop area',
            'aria-describedby': hintId,
            onKeyDownCapture: zoomByKey,
          }}
          classes={{ cropAreaClassName: 'rounded-card outline-offset-[-2px]!' }}
          disableAutomaticStylesInjection
        />
      </div>
      <div className="flex items-center gap-5">
        <Preview url={url} percent={percent} />
        <div className="min-w-0 flex-1">
          <Slider
            label="Zoom"
            value={zoom}
            minimum={minimumZoom}
            maximum={maximumZoom}
            step={0.1}
            valueText={`${Math.round(zoom * 100)} percent`}
            onChange={setZoom}
            isDisabled={isDisabled}
          />
          <p id={hintId} className="mt-1.5 text-13 text-ink-soft">
            Drag the photo or use the arrow keys to move it. Press plus or minus to zoom.
          </p>
        </div>
      </div>
    </div>
  )
}

/** The chosen square as it will be shown. */
function Preview({ url, percent }: { url: string; percent: Area }) {
  const scale = 100 / percent.width
  return (
    <div
      role="img"
      aria-label="Photo preview"
      className="relative size-16 shrink-0 overflow-hidden rounded-full bg-sand"
    >
      <img
        src={url}
        alt=""
        className="absolute top-0 left-0 max-w-none"
        style={{
          width: `${100 * scale}%`,
          transform: `translate(${-percent.x}%, ${-percent.y}%)`,
        }}
      />
    </div>
  )
}
