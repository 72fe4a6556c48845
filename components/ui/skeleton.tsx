import { cn } from './cn'

/** Holds the place of what is loading, so that nothing jumps; size it by class. Say "Loading" once beside it. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('h-4 animate-pulse rounded bg-hover', className)} />
}

/** A few lines of text that are loading. */
export function SkeletonText({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="flex flex-col gap-2.5">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((line) => (
        <Skeleton key={line} className="last:w-2/3" />
      ))}
    </div>
  )
}
