import type { CancellationPolicy } from '@tendwell/contract/cancellation/policies'
import { toLocalDate } from '@tendwell/contract/time'
import { useCalendarState } from '../../../lib/address/use-calendar-state.ts'
import { now } from '../../../lib/format/clock.ts'
import { getBrowserZone } from '../../../lib/format/format.ts'
import { toEpochMs } from '../../../lib/format/instants.ts'
import { countsByDate, type Rates } from '../../../shared/visits/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { ChooseHours } from '../hours/choose-hours.tsx'
import { MissedHours } from '../hours/missed-hours.tsx'
import { useLinkedHours } from '../hours/use-linked-hours.ts'
import { useSelection } from '../hours/use-selection.ts'
import { AboutThisVisit, type FamilyQuery } from './about-this-visit.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { useBookingRequest } from './use-booking-request.ts'
import type { AddressDraft } from './use-visit.ts'

interface RequestHoursProps {
  caregiverId: number
  rates: Rates
  policy: CancellationPolicy
  /** The start of the first free slot, if there is one. */
  nextFreeStart: string | null
  family: FamilyQuery
  /** Keeps a new address in the family's profile. */
  saveAddress: (address: AddressDraft) => void
}

/** The calendar, the windows of a day, the selection and its price. All times are in the viewer's zone. */
export function RequestHours({
  caregiverId,
  rates,
  policy,
  nextFreeStart,
  family,
  saveAddress,
}: RequestHoursProps) {
  const zone = getBrowserZone()
  const { selection, select } = useSelection(caregiverId)
  const chosenCounts = countsByDate(selection, zone)
  const firstFree = nextFreeStart === null ? undefined : toLocalDate(toEpochMs(nextFreeStart), zone)
  const [firstChosen = firstFree] = chosenCounts.keys()
  const calendar = useCalendarState(toLocalDate(now(), zone), firstChosen)
  const missed = useLinkedHours({ caregiverId, zone, selection, select })
  const request = useBookingRequest({
    caregiverId,
    zone,
    selection,
    select,
    family: family.data,
    saveAddress,
  })
  const { repeat, isRepeated, taken, isPending } = request
  const button = (
    <Button size="large" isPending={isPending} isDisabled={!request.canSend} onPress={request.send}>
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
          <AboutThisVisit family={family} visit={request.visit} />
        </div>
        <SelectionPanel
          selection={selection}
          select={select}
          repeat={repeat}
          repeatRef={request.repeatRef}
          taken={taken}
          alternatives={request.alternatives}
          zone={zone}
          rates={rates}
          policy={policy}
          action={button}
        />
      </div>
      <SelectionBar
        action={button}
        selection={repeat.wanted}
        rates={rates}
        isRepeated={isRepeated}
        hasTaken={taken.length > 0}
      />
    </>
  )
}
