import { usdFromCents } from '@tendwell/contract/money'
import { toLocalDate } from '@tendwell/contract/time'
import type { ReactNode } from 'react'
import { now } from '../../../lib/clock.ts'
import { formatHours, getBrowserZone } from '../../../lib/format.ts'
import { useCalendarState } from '../../../lib/use-calendar-state.ts'
import { BottomBar } from '../../../ui/bottom-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PriceText } from '../../../ui/price-text.tsx'
import { useFreeSlots } from '../hooks/use-free-slots.ts'
import { useSelection } from '../hooks/use-selection.ts'
import { useSendRequest } from '../hooks/use-send-request.ts'
import { useTakenHours } from '../hooks/use-taken-hours.ts'
import { countsByDate, type Selection, totalCents, totalMinutes } from '../selection.ts'
import { Alternatives } from './alternatives.tsx'
import { BookingCalendar } from './booking-calendar.tsx'
import { DayWindows } from './day-windows.tsx'
import { PriceSummary } from './price-summary.tsx'
import { SelectedWindows } from './selected-windows.tsx'

interface BookingProps {
  caregiverId: number
  rateCents: number
}

/** The calendar, the windows of a day, the selection and its price. All times are in the viewer's zone. */
export function Booking({ caregiverId, rateCents }: BookingProps) {
  const zone = getBrowserZone()
  const { selection, select } = useSelection(caregiverId)
  const chosenCounts = countsByDate(selection, zone)
  const { month, date, showMonth, chooseDate } = useCalendarState(
    toLocalDate(now(), zone),
    [...chosenCounts.keys()][0]?.slice(0, 7),
  )
  const day = useFreeSlots(caregiverId, date, zone)
  const { taken, nearby, check } = useTakenHours(caregiverId, zone, selection)
  const onSent = () => select([])
  const { send, isPending, alternatives } = useSendRequest({ caregiverId, zone, selection, check, onSent })
  const hasTaken = taken.length > 0

  const button = (
    <Button size="large" isPending={isPending} isDisabled={hasTaken} onPress={send}>
      {isPending ? 'Sending…' : 'Send Request'}
    </Button>
  )
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <BookingCalendar
            caregiverId={caregiverId}
            zone={zone}
            month={month}
            onMonth={showMonth}
            date={date}
            onDate={chooseDate}
            freeOnDate={day.slots?.length}
            chosenCounts={chosenCounts}
          />
          <DayWindows
            date={date}
            zone={zone}
            rateCents={rateCents}
            slots={day.slots}
            error={day.error}
            retry={day.refetch}
            selection={selection}
            select={select}
          />
        </div>
        <Panel title="Selected times" className="lg:sticky lg:top-6">
          <div className="flex flex-col gap-5">
            <SelectedWindows selection={selection} select={select} taken={taken} zone={zone} />
            <Alternatives
              alternatives={alternatives.length > 0 ? alternatives : nearby}
              zone={zone}
              selection={selection}
              select={select}
            />
            <div className="border-t border-line pt-5">
              <PriceSummary selection={selection} rateCents={rateCents} />
            </div>
            <div className="hidden flex-col gap-2 sm:flex">
              {button}
              <p className="text-center text-13 text-ink-soft">
                You’ll only pay once your request is accepted.
              </p>
            </div>
          </div>
        </Panel>
      </div>
      <PhoneBar action={button} selection={selection} rateCents={rateCents} hasTaken={hasTaken} />
    </>
  )
}

interface PhoneBarProps {
  action: ReactNode
  selection: Selection
  rateCents: number
  hasTaken: boolean
}

function PhoneBar({ action, selection, rateCents, hasTaken }: PhoneBarProps) {
  return (
    <div className="contents sm:hidden">
      <BottomBar action={action}>
        <PriceText usd={usdFromCents(totalCents(selection, rateCents))} size="large" />
        <p className={`tabular truncate text-13 ${hasTaken ? 'font-semibold text-clay' : 'text-ink-soft'}`}>
          {hasTaken ? 'Some times are taken' : formatHours(totalMinutes(selection) / 60)}
        </p>
      </BottomBar>
    </div>
  )
}
