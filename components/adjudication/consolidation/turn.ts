/** Whose turn it is with an item, and what there is to do: words for the reader, without a page. */
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { isWithOthersAgain } from '@/lib/adjudication/consolidation/rules'
import type { Stage } from '@/lib/protocols/protocol'

export interface Turn {
  title: string
  text: string
  /** Who has the item next, once the reader has done their part; null while it is theirs. */
  next: string | null
}

interface Open {
  /** Questions that nobody has settled. */
  all: number
  /** Those of them that wait for the reader's word. */
  mine: number
  /** Did the annotators differ on anything? */
  differed: boolean
}

type Standing = Pick<
  ConsolidationView,
  'state' | 'abilities' | 'discussion' | 'lanes' | 'settled' | 'adjudicated' | 'sentBack'
>

const NOBODY = 'nobody, it is gold'
const APPROVER = 'a second reviewer, who approves it'

/** Who has an item next that is gold in this stage. `later`: the title of the stage behind it. */
const afterGold = (later: string | null) => (later === null ? NOBODY : `annotators, in “${later}”`)

/**
 * Where the item stands, what the reader can do about it, and who is next. `later`: the title of the stage behind this one; null
 * where it is the last.
 */
export function turnOf(view: Standing, stage: Pick<Stage, 'approval'>, open: Open, later: string | null): Turn {
  const { state, abilities, discussion, lanes } = view
  if (state === 'gold')
    return {
      title: 'This item is gold',
      text:
        discussion && !view.adjudicated
          ? 'The annotators settled it among themselves. A reviewer can send it back if something is wrong.'
          : '',
      next: afterGold(later),
    }
  if (state === 'approving') return approving(view)
  const afterwards = stage.approval === 'second-reviewer' ? APPROVER : afterGold(later)
  if (discussion) return discussing(view, discussion, open, afterwards)
  if (abilities.adjudicate && isWithOthersAgain(view))
    return {
      title: 'You sent it back',
      text: 'Whoever settled it looks at it again. What you settle yourself, somebody else has to approve.',
      next: 'a reviewer, who settles it again',
    }
  if (abilities.adjudicate)
    return {
      title:
        open.all > 0
          ? 'Settle what differs'
          : open.differed
            ? 'Everything is settled'
            : 'The annotators agree on everything',
      text: open.all > 0 ? '' : 'Look through it once, then confirm the item.',
      next: open.all > 0 ? null : afterwards,
    }
  if (lanes.some((lane) => lane.own))
    return {
      title: 'Your answers are being settled',
      text: 'Say why you decided as you did; where the reviewer proposes a value, accept it or object.',
      next: open.mine > 0 ? null : 'a reviewer, who settles it',
    }
  return {
    title: 'To be settled',
    text: 'You can read along; somebody else settles this item.',
    next: 'a reviewer, who settles it',
  }
}

function approving({ abilities, settled }: Standing): Turn {
  if (abilities.approve)
    return {
      title: 'Yours to approve',
      text: 'Everything is settled: look through it, then approve it or send it back.',
      next: null,
    }
  return {
    title: 'Waits for a second reviewer',
    text: settled.some(({ by }) => by.kind === 'you')
      ? 'You settled some of it, so somebody who settled none of it approves it.'
      : '',
    next: APPROVER,
  }
}

function discussing(
  { abilities }: Standing,
  { thirdRater, calledAt }: NonNullable<Standing['discussion']>,
  open: Open,
  afterwards: string,
): Turn {
  const isThirdIn = thirdRater === 'always' || calledAt !== null
  if (abilities.adjudicate)
    return {
      title:
        open.all === 0
          ? 'Everything is settled'
          : calledAt
            ? 'You are called as third rater'
            : 'You take part as third rater',
      text:
        open.all > 0
          ? 'Settle what is open, or propose a value. What the annotators both accept stands unless you overrule it with a reason.'
          : 'Look through it once, then confirm the item.',
      next: open.all > 0 ? null : afterwards,
    }
  if (!abilities.discuss)
    return {
      title: 'The annotators discuss it',
      text: 'You can read along and write remarks. A third rater settles it only once they call one.',
      next: 'the annotators',
    }
  if (open.mine > 0)
    return {
      title: 'Settle it with your partner',
      text: `What you both take stands. Take what your partner answered, or propose something else and say why.${isThirdIn ? ' A third rater takes part, and the item becomes gold by their confirmation.' : ''}`,
      next: null,
    }
  if (open.all > 0)
    return {
      title: 'Your part is done',
      text: `${open.all === 1 ? 'One question waits' : `${open.all} questions wait`} for your partner’s word.`,
      next: isThirdIn ? 'your partner, then the third rater' : 'your partner',
    }
  return {
    title: 'You agree on everything',
    text: isThirdIn ? 'The item becomes gold by the third rater’s confirmation.' : '',
    next: isThirdIn ? 'the third rater, who confirms it' : afterwards,
  }
}
