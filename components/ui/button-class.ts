import { cn } from './cn'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

const BASE =
  'inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md border max-sm:whitespace-normal font-medium transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-on-accent hover:bg-accent-hover disabled:hover:bg-accent forced-colors:bg-[Highlight] forced-colors:hover:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:focus-visible:outline-[CanvasText] forced-colors:forced-color-adjust-none',
  secondary: 'border-control bg-surface text-ink hover:bg-hover disabled:hover:bg-surface',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-hover disabled:hover:bg-transparent',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover disabled:hover:bg-danger',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-8 px-2.5 text-[0.8125rem]',
  md: 'min-h-9 px-3.5 text-sm',
  lg: 'min-h-11 px-5 text-base',
  icon: 'size-9 p-0',
}

/** The look of a button, for buttons and for links that lead to an action. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', className?: string): string {
  return cn(BASE, VARIANTS[variant], SIZES[size], className)
}
