import { Button } from './button'

interface MoreButtonProps {
  count: number
  /** "earlier" before what is drawn, "more" behind it. */
  which: 'earlier' | 'more'
  onClick: () => void
}

/** Draws more of a long list, before or behind what is drawn; nothing where there is no more. */
export function MoreButton({ count, which, onClick }: MoreButtonProps) {
  if (count === 0) return null
  return (
    <span className="my-2 block">
      <Button size="sm" className="pointer-coarse:min-h-11" onClick={onClick}>
        {which === 'earlier' ? `Show earlier ones (${count})` : `Show more (${count})`}
      </Button>
    </span>
  )
}
