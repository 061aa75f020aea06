import { Card } from '../../../ui/card.tsx'

/** What happens from the payment until after the care. */
export function NextSteps({ caregiverName }: { caregiverName: string }) {
  const steps = [
    'You enter your card on our payment provider’s page. Tendwell never sees its number.',
    `The hours are booked right away, and you and ${caregiverName} get a confirmation. If another family was faster, you get a full refund.`,
    'Tendwell holds the money until after the care. If something goes wrong, you can open a dispute.',
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
