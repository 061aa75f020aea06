import { ArchedWindow } from './arched-window.tsx'
import { EmptyCalendar } from './empty-calendar.tsx'
import { EmptyLetterbox } from './empty-letterbox.tsx'
import { HeldHand } from './held-hand.tsx'
import { Lamp } from './lamp.tsx'
import { LostPath } from './lost-path.tsx'
import { MarkedDay, SealedLetter, TwoCups } from './steps-of-booking.tsx'
import { UnlitLamp } from './unlit-lamp.tsx'

const scenes = [
  ArchedWindow,
  HeldHand,
  Lamp,
  UnlitLamp,
  EmptyCalendar,
  EmptyLetterbox,
  LostPath,
  SealedLetter,
  TwoCups,
  MarkedDay,
]

export default {}

export const All = () => (
  <div className="flex flex-wrap items-center gap-6">
    {scenes.map((Scene) => (
      <div key={Scene.name} className="w-40">
        <Scene />
      </div>
    ))}
  </div>
)
