import { toLocalDate } from '@tendwell/contract/time'
import { useRef } from 'react'
import { now } from '../../../lib/clock.ts'
import { getBrowserZone } from '../../../lib/format.ts'
import { toEpochMs } from '../../../lib/instants.ts'
import { reveal } from '../../../lib/reveal.ts'
import { useCalendarState } from '../../../lib/use-calendar-state.ts'
import { Button } from '../../../ui/button.tsx'
import { useLinkedHours } from '../hooks/use-linked-hours.ts'
import { useRepeat } from '../hooks/use-repeat.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { useSendRequest } from '../hooks/use-send-request.ts'
import { useTakenHours } from '../hooks/use-taken-hours.ts'
import { type AddressDraft, useVisit } from '../hooks/use-visit.ts'
import { countsByDate, type Rates } from '../selection.ts'
import { AboutThisVisit, type FamilyQuery } from './about-this-visit.tsx'
import { ChooseHours } from './choose-hours.tsx'
import { MissedHours } from './missed-hours.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SelectionPanel } from './selection-panel.tsx'

interface BookingProps {
  caregiverId: number
  rates: Rates
  /** The start of the first free slot, if there is one. */
  nextFreeStart: string | null
  family: FamilyQuery
  /** Keeps a new address in the family's profile. */
  saveAddress: (address: AddressDraft) => void
}

/** The calendar, the windows of a day, the selection and its price. All times are in the viewer's zone. */
export function Booking({ caregiverId, rates, nextFreeStart, family, saveAddress }: BookingProps) {
  const zone = getBrowserZone()
  const { selection, select } = useSelection(caregiverId)
  const chosenCounts = countsByDate(selection, zone)
  const firstFree = nextFreeStart === null ? undefined : toLocalDate(toEpochMs(nextFreeStart), zone)
  const [firstChosen = firstFree] = chosenCounts.keys()
  const calendar = useCalendarState(toLocalDate(now(), zone), firstChosen)
  const missed = useLinkedHours({ caregiverId, zone, selection, select })
  const repeat = useRepeat(caregiverId, zone, selection)
  const isRepeated = repeat.weeks !== null
  const repeated = useRef<HTMLElement>(null)
  const { taken, nearby, check } = useTakenHours(
    caregiverId,
    zone,
    isRepeated ? repeat.replacements : selection,
  )
  const visit = useVisit(caregiverId, family.data)
  const onSent = () => {
    select([])
    repeat.clear()
    if (visit.newAddress) saveAddress(visit.newAddress)
    visit.clear()
  }
  const { send, isPending, alternatives } = useSendRequest({
    caregiverId,
    zone,
    selection: repeat.wanted,
    visit: visit.body,
    check,
    onSent,
    onRefused: (errors) => {
      visit.showErrors(errors)
      if (isRepeated) reveal(repeated.current)
    },
  })
  const button = (
    <Button
      size="large"
      isPending={isPending}
      isDisabled={taken.length > 0 || (isRepeated && !repeat.plan)}
      onPress={send}
    >
      {isPending ? 'Sending…' : 'Send Request'}
    </Button>
  )
  return (
    <>
      <MissedHours hours={missed} />
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_21rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <ChooseHours
            caregiverId={caregiverId}
            zone={zone}
            rateCents={rates.rateCents}
            calendar={calendar}
            selection={selection}
            select={select}
          />
          <AboutThisVisit family={family} visit={visit} />
        </div>
        <SelectionPanel
          selection={selection}
          select={select}
          repeat={repeat}
          repeatRef={repeated}
          taken={taken}
          alternatives={alternatives.length > 0 ? alternatives : nearby}
          zone={zone}
          rates={rates}
          action={button}
        />
      </div>
      <SelectionBar action={button} selection={repeat.wanted} rates={rates} hasTaken={taken.length > 0} />
    </>
  )
}
