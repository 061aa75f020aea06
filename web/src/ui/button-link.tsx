import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonLook, buttonClass } from './button-style.ts'

interface ButtonLinkProps extends Omit<LinkProps, 'className' | 'children'>, ButtonLook {
  children: ReactNode
  icon?: ReactNode
  className?: string
}

/** A link that looks like a button, for navigation. Use a Button for actions. */
export function ButtonLink({
  variant,
  size,
  block,
  icon,
  children,
  className = '',
  ...props
}: ButtonLinkProps) {
  return (
    <Link {...props} className={`${buttonClass({ variant, size, block })} ${className}`}>
      {icon}
      {children}
    </Link>
  )
}
