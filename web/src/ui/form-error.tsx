import { CircleAlert } from 'lucide-react'

/** An error that belongs to no field, above the form's button. */
export function FormError({ message }: { message: string | undefined }) {
  return (
    // While empty, it takes no gap between the fields and the button.
    <div role="alert" className="empty:absolute">
      {message && (
        <p className="flex animate-appear items-start gap-2 rounded-control bg-clay-soft px-4 py-3 font-medium text-clay">
          <CircleAlert className="mt-0.5 size-5 shrink-0" />
          {message}
        </p>
      )}
    </div>
  )
}
