import type { ComponentProps, ReactNode } from 'react'
import { ExternalLink } from '@/components/ui/icons'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class'
import { cn } from './cn'
import { PageLink } from './page-link'

const LINK =
  'rounded-sm text-accent-text underline decoration-from-font underline-offset-3 hover:decoration-2 hover:text-accent-hover'

/** A link within the product. */
export function Link({ className, ...props }: ComponentProps<typeof PageLink>) {
  return <PageLink className={cn(LINK, className)} {...props} />
}

type OutsideLinkProps = {
  href: string
  children: ReactNode
  /** Read out in the place of what is shown. */
  label?: string
  className?: string
}

/** A link to somewhere else, in a new tab. Anything but http(s) is shown as plain text. */
export function OutsideLink({ href, children, label, className }: OutsideLinkProps) {
  if (!/^https?:\/\//i.test(href)) return <span className={className}>{children}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={label && `${label} (opens in a new tab)`}
      className={cn(LINK, className)}
    >
      {children}
      <ExternalLink aria-hidden className="ms-1 inline size-3.5 align-[-0.1em]" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

type ButtonLinkProps = ComponentProps<typeof PageLink> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link that looks like a button: for going somewhere to do something. */
export function ButtonLink({ variant, size, icon, className, children, ...props }: ButtonLinkProps) {
  return (
    <PageLink className={buttonClass(variant, size, className)} {...props}>
      {icon}
      {children}
    </PageLink>
  )
}

type DownloadLinkProps = Omit<ComponentProps<'a'>, 'href' | 'download'> & {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A button-like link to a file; the server names the file. */
export function DownloadLink({ variant, size, icon, className, children, ...props }: DownloadLinkProps) {
  return (
    <a download className={buttonClass(variant, size, className)} {...props}>
      {icon}
      {children}
    </a>
  )
}
