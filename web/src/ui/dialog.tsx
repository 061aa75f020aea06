import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  /** While its action runs it can't be closed. */
  isPending?: boolean
  title: string
  /** Text below the title. */
  lead?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom, the main one last. */
  actions?: ReactNode
  /** An alertdialog needs an answer, so it has no Close button. */
  role?: 'dialog' | 'alertdialog'
  width?: 'narrow' | 'wide'
}

/**
 * A modal dialog. On phones it rises from the bottom; on larger screens it is centered. A press beside it
 * doesn't close it, because that would lose what was typed.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, lead, children, actions, role = 'dialog', width = 'narrow' } = props
  const { isPending = false } = props
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isKeyboardDismissDisabled={isPending}
      className="fixed inset-0 z-40 flex animate-appear items-end justify-center bg-veil sm:items-center sm:p-6 print:static print:block print:bg-transparent print:p-0"
    >
      <Modal
        className={`max-h-[92dvh] w-full scroll-pb-40 animate-rise overflow-y-auto rounded-t-card bg-paper-raised shadow-soft sm:scroll-pb-28 sm:rounded-card print:max-h-none print:max-w-none print:shadow-none ${
          width === 'wide' ? 'sm:max-w-2xl' : 'sm:max-w-lg'
        }`}
      >
        <AriaDialog role={role} className="flex flex-col gap-5 p-6 outline-none sm:p-8">
          <div className="flex items-start gap-4">
            <div className="min-w-0 flex-1">
              <Heading slot="title" level={2} className="text-28">
                {title}
              </Heading>
              {lead && <div className="mt-2 text-pretty text-ink-soft">{lead}</div>}
            </div>
            {role === 'dialog' && (
              <IconButton
                label="Close"
                icon={<X className="size-5" />}
                onPress={onClose}
                isDisabled={isPending}
                className="-mt-1.5 -mr-3"
              />
            )}
          </div>
          {children}
          {/* The fade above the buttons shows that more follows. */}
          {actions && (
            <div className="sticky bottom-0 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-5 before:bg-linear-to-t before:from-paper-raised -mx-6 -mb-6 flex flex-col-reverse gap-3 bg-paper-raised px-6 pt-3 pb-6 sm:-mx-8 sm:-mb-8 sm:flex-row sm:justify-end sm:px-8 sm:pb-8">
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
