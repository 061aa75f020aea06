export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'small' | 'large'

export interface ButtonLook {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** As wide as its container. */
  block?: boolean | undefined
}

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap ' +
  'select-none transition-[background-color,border-color,color,transform] active:translate-y-px ' +
  'data-disabled:opacity-50 data-disabled:active:translate-y-0'

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3.5 text-13 sm:min-h-9',
  regular: 'min-h-11 px-5 text-15',
  large: 'min-h-13 px-7 text-17',
}

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-forest text-on-forest hover:bg-forest-hover',
  secondary: 'border border-edge bg-paper-raised text-ink hover:border-forest hover:bg-sand',
  quiet: 'text-forest hover:bg-sand',
  danger: 'bg-clay text-on-clay hover:bg-clay-hover',
}

/** The classes of buttons, and of links that look like buttons. */
export function buttonClass({
  variant = 'primary',
  size = 'regular',
  block = false,
}: ButtonLook = {}): string {
  return `${base} ${sizes[size]} ${variants[variant]}${block ? ' w-full' : ''}`
}
