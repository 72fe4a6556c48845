import type { Finding, Json, Stage, Subject } from '@/lib/protocols/protocol'
import { asText, contentOf, shows } from './content'
import { measures } from './measures'
import { ITEM, isReady, LIST, questions } from './questions'
import { tally } from './tally'

/** The stage's key. */
export const CHOOSE = 'choose'

/** Where a machine is still to make the lists, there is nothing to choose from. */
function check(subject: Subject): Finding[] {
  if (isReady(subject)) return []
  const question = contentOf(subject.content).variant === 'comparison' ? 'compared' : 'better'
  const message = 'There are not yet two lists to compare. Skip the task, and ask the manager to have them made.'
  return [{ unit: ITEM, question, message }]
}

function units(content: Json) {
  const { question, text, cut, methods, lists } = contentOf(content)
  const item = { key: ITEM, kind: ITEM, text: question ?? text.slice(0, cut) }
  const made = methods.map(({ key }, index) => ({ key, kind: LIST, parent: ITEM, text: asText(lists[index] ?? []) }))
  return [item, ...made]
}

/** The one stage: which of two lists is better, and was that hard to say? */
export const chooseStage: Stage = {
  key: CHOOSE,
  title: 'Choose the better list',
  raters: 3,
  consolidation: 'votes',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: ITEM, text: 'item' },
    { kind: LIST, text: 'list' },
  ],
  questions,
  measures,
  measuredContent: ['variant', 'methods'],
  shuffles: LIST,
  guidelinesFirst: true,
  shows,
  tally,
  units,
  segmentedText: () => null,
  resegments: null,
  check,
  rollUp: () => ({}),
}
