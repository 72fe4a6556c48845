import type { RadioOption } from '@/components/ui/radio-group'
import type { ProjectStage, StageSettings } from '@/lib/workspace/projects/contract'

/** Each policy of consolidation in a sentence. */
export const CONSOLIDATION_TEXT: Record<ProjectStage['consolidation'], string> = {
  discussion: 'Discussion: both annotators accept the same value; if they cannot, a third person decides.',
  reviewer: 'Reviewer: a third person confirms every item and settles what the annotators differ on.',
  majority: 'Majority: the value most annotators gave; what a tie means is the protocol’s.',
  votes: 'Votes: answers are counted and released as votes; there is no single right one.',
}

export const SKIP_OPTIONS: readonly RadioOption<StageSettings['skipPolicy']>[] = [
  { value: 'others', label: 'Others get it', hint: 'Whoever skipped it does not see it again.' },
  { value: 'again', label: 'Others get it, and the same person later', hint: 'For “not now” rather than “not me”.' },
  {
    value: 'manager',
    label: 'It waits for a manager',
    hint: 'Nobody gets it from the queue until a manager assigns it.',
  },
]

export const THIRD_RATER_OPTIONS: readonly RadioOption<StageSettings['thirdRater']>[] = [
  {
    value: 'deadlock',
    label: 'Only when the annotators cannot agree',
    hint: 'What both accept becomes gold by itself; one of them calls a third rater when they are stuck.',
  },
  {
    value: 'always',
    label: 'In every discussion',
    hint: 'A reviewer who did not annotate the item takes part from the start, and it becomes gold by their confirmation.',
  },
]
