import { LoaderCircle } from '@/components/ui/icons'
import { cn } from './cn'

/** A turning ring; `label` is read out, leave it away where the words stand beside it. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className="inline-flex" role={label ? 'status' : undefined}>
      <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
