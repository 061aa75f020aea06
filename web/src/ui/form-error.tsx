import { CircleAlert } from 'lucide-react'

/** What is wrong with a form as a whole; stands above its button. `message={form.formState.errors.root?.server?.message}` */
export function FormError({ message }: { message: string | undefined }) {
  return (
    <div role="alert">
      {message && (
        <p className="flex animate-appear items-start gap-2 rounded-control bg-clay-soft px-4 py-3 font-medium text-clay">
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  )
}
