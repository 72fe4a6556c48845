import { cn } from '@/components/ui/cn'

/** The hallmark: an A struck into an eight-sided punch. */
export function Hallmark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={cn('size-6', className)}>
      <path d="M9 1.5h14l7.5 7.5v14L23 30.5H9L1.5 23V9z" className="fill-accent" />
      <path
        d="M9.5 22.5 16 8.5l6.5 14M12 17.8h8"
        className="fill-none stroke-on-accent"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Hallmark and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2">
      <Hallmark />
      <span className="font-semibold text-[1.0625rem] tracking-tight in-data-[text-size=largest]:max-[22rem]:sr-only">
        Assay
      </span>
    </span>
  )
}
