import { Card } from '../../../ui/card.tsx'

/** The steps from the payment to the end of the care. */
export function NextSteps({ caregiverName }: { caregiverName: string }) {
  const steps = [
    'Enter your card details on our payment provider’s page. Tendwell never sees your card number.',
    `Your booking is confirmed right away, and we let ${caregiverName} know. If another family pays first, you get a full refund.`,
    'Tendwell holds your payment until after the care. If something goes wrong, you can open a dispute.',
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
