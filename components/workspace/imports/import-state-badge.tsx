import { Badge } from '@/components/ui/badge'
import type { Tone } from '@/components/ui/tone'
import type { ImportStateName } from '@/lib/workspace/imports/contract'

const STATES: Record<ImportStateName, [string, Tone]> = {
  uploading: ['Uploading', 'accent'],
  checking: ['Being checked', 'accent'],
  ready: ['Ready to import', 'partial'],
  refused: ['Has problems', 'negative'],
  applying: ['Being written', 'accent'],
  done: ['Imported', 'positive'],
  failed: ['Failed', 'negative'],
  cancelled: ['Cancelled', 'neutral'],
}

/** Where an import stands, in a word. */
export function ImportStateBadge({ state }: { state: ImportStateName }) {
  const [text, tone] = STATES[state]
  return <Badge tone={tone}>{text}</Badge>
}
