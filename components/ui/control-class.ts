/** The look that all controls one writes or chooses in share. */
export const CONTROL =
  'w-full rounded-md border border-control bg-surface px-3 text-ink text-sm transition-colors duration-100 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-negative'
