import type { ReactNode } from 'react'

interface CardProps {
  children: ReactNode
  as?: 'div' | 'article' | 'li' | 'section'
  /** `quiet` is sand without a border, for asides. */
  tone?: 'raised' | 'quiet'
  className?: string
}

const tones = { raised: 'border border-line bg-paper-raised shadow-soft', quiet: 'bg-sand' }

export function Card({
  children,
  as: Element = 'div',
  tone = 'raised',
  className = 'p-5 sm:p-6',
}: CardProps) {
  return <Element className={`rounded-card ${tones[tone]} ${className}`}>{children}</Element>
}
