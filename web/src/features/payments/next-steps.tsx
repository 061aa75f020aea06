import { Card } from '../../ui/card.tsx'

/** What happens once the button is pressed, until the care has been given. */
export function NextSteps({ caregiverName }: { caregiverName: string }) {
  const steps = [
    'You type your card on our payment provider’s page. Tendwell never sees its number.',
    `The hours are booked at once, and ${caregiverName} and you are told. If another family was faster, all of it goes back to your card.`,
    'Tendwell keeps the money until the care has been given. Should something go wrong, you can open a dispute.',
  ]
  return (
    <Card as="section" tone="quiet">
      <h2 className="mb-4 text-21">What happens next</h2>
      <ol className="flex flex-col gap-4">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="tabular flex size-7 shrink-0 items-center justify-center rounded-full border border-edge text-13 font-semibold"
            >
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
