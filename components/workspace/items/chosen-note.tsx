import type { ReactNode } from 'react'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { counted } from '@/lib/text/counted'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ChosenItems } from '@/lib/workspace/items/selection/contract'

/** Where it stands on its page: people who come with items are brought there. */
export const CHOSEN_ANCHOR = 'chosen'

interface ChosenNoteProps {
  projectId: string
  chosen: ChosenItems
  /** What is said of them here, and what else can be done. */
  said?: ReactNode
  children?: ReactNode
  className?: string
}

/** Which items an act is for, where somebody came with them from the list. */
export function ChosenNote({ projectId, chosen, said, children, className }: ChosenNoteProps) {
  const list = <Link href={itemsHref(projectId, chosen.filter)}>in the list of items</Link>
  if (chosen.expected === 0)
    return (
      <div id={CHOSEN_ANCHOR} className={className}>
        <Callout tone="warning" live={false} actions={children}>
          What you chose {list} finds no item any more.
        </Callout>
      </div>
    )
  return (
    <div id={CHOSEN_ANCHOR} className={className}>
      <Callout live={false} actions={children}>
        Of the {counted(chosen.expected, 'item')} that you chose {list}.{' '}
        {said ? <span className="mt-1 block">{said}</span> : null}
      </Callout>
    </div>
  )
}
