import { toLocalDate } from '@tendwell/contract/time'
import { now } from '../../../lib/clock.ts'
import { getBrowserZone } from '../../../lib/format.ts'
import { toEpochMs } from '../../../lib/instants.ts'
import { useCalendarState } from '../../../lib/use-calendar-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useLinkedHours } from '../hooks/use-linked-hours.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { useSendRequest } from '../hooks/use-send-request.ts'
import { useTakenHours } from '../hooks/use-taken-hours.ts'
import { type AddressDraft, useVisit } from '../hooks/use-visit.ts'
import { countsByDate, type Rates } from '../selection.ts'
import { AboutThisVisit, type FamilyQuery } from './about-this-visit.tsx'
import { Alternatives } from './alternatives.tsx'
import { ChooseHours } from './choose-hours.tsx'
import { MissedHours } from './missed-hours.tsx'
import { PriceSummary } from './price-summary.tsx'
import { SelectedWindows } from './selected-windows.tsx'
import { SelectionBar } from './selection-bar.tsx'

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
  const { taken, nearby, check } = useTakenHours(caregiverId, zone, selection)
  const visit = useVisit(caregiverId, family.data)
  const onSent = () => {
    select([])
    if (visit.newAddress) saveAddress(visit.newAddress)
    visit.clear()
  }
  const { send, isPending, alternatives } = useSendRequest({
    caregiverId,
    zone,
    selection,
    visit: visit.body,
    check,
    onSent,
    onRefused: visit.showErrors,
  })
  const hasTaken = taken.length > 0

  const button = (
    <Button size="large" isPending={isPending} isDisabled={hasTaken} onPress={send}>
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
        <Panel title="Selected times" className="min-w-0 xl:sticky xl:top-6">
          <div className="flex flex-col gap-5">
            <SelectedWindows selection={selection} select={select} taken={taken} zone={zone} />
            <Alternatives
              alternatives={alternatives.length > 0 ? alternatives : nearby}
              zone={zone}
              selection={selection}
              select={select}
            />
            <div className="border-t border-line pt-5">
              <PriceSummary selection={selection} rates={rates} />
            </div>
            <div className="hidden flex-col gap-2 xl:flex">
              {button}
              <p className="text-center text-13 text-ink-soft">
                You’ll only pay once your request is accepted.
              </p>
            </div>
          </div>
        </Panel>
      </div>
      <SelectionBar action={button} selection={selection} rates={rates} hasTaken={hasTaken} />
    </>
  )
}
