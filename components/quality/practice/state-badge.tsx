import { Badge } from '@/components/ui/badge'
import type { Tone } from '@/components/ui/tone'
import type { PracticeState } from '@/lib/quality/practice/contract'

const STATE: Record<PracticeState, { tone: Tone; text: string }> = {
  none: { tone: 'neutral', text: 'Nothing here' },
  todo: { tone: 'accent', text: 'To do' },
  missed: { tone: 'stale', text: 'Not reached yet' },
  done: { tone: 'positive', text: 'Done' },
}

/** Where somebody stands in a stage of practice, in a word or two. `hasBars`: is there something to be reached? */
export function StateBadge({ state, hasBars }: { state: PracticeState; hasBars: boolean }) {
  const { tone, text } = STATE[state]
  return <Badge tone={tone}>{state === 'done' && hasBars ? 'Reached' : text}</Badge>
}
