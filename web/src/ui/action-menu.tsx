import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { IconButton } from './icon-button.tsx'
import { popoverClass } from './option-list.tsx'

export interface MenuAction {
  id: string
  /** What it does: 'Block Fay'. */
  label: string
  icon: ReactNode
  onSelect: () => void
}

interface ActionMenuProps {
  /** Names the button for screen readers: 'More about Fay'. */
  label: string
  actions: readonly MenuAction[]
}

/** Three dots that open a menu of rarely needed actions. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  return (
    <MenuTrigger>
      <IconButton label={label} icon={<EllipsisVertical className="size-5" />} />
      <Popover placement="bottom end" className={`${popoverClass} max-w-[min(20rem,calc(100vw-1.5rem))]`}>
        <Menu items={actions} className="min-w-48 outline-none">
          {({ id, label: text, icon, onSelect }) => (
            <MenuItem
              id={id}
              textValue={text}
              onAction={onSelect}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 wrap-anywhere outline-none data-focused:bg-sand [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-soft"
            >
              {icon}
              {text}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
