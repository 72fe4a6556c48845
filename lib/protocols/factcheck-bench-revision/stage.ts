import type { Answers, Finding, Json, Stage, Subject } from '@/lib/protocols/protocol'
import { sameText } from '@/lib/protocols/side-by-side/methods'
import { chosenKeys, optionsOf } from './choices'
import { contentOf, shows } from './content'
import { measures, sameChoice } from './measures'
import { ITEM, isReady, questions, REVISION } from './questions'
import { tally } from './tally'

/** The stage's key. */
export const PREFER = 'prefer'

function check(subject: Subject, answers: Answers): Finding[] {
  const options = optionsOf(subject)
  const at = { unit: ITEM, question: 'best' }
  if (!isReady(subject))
    return [
      {
        ...at,
        message: 'There are no revisions to choose from yet. Skip the task, and ask the manager to have them made.',
      },
    ]
  const keys = chosenKeys(answers)
  const chosen = options.filter(({ key }) => keys.includes(key))
  if (chosen.length < keys.length)
    return [{ ...at, message: 'A revision that was chosen is not there any more. Choose again.' }]
  const isOne = chosen.every(({ text }) => sameText(text, chosen[0]?.text ?? ''))
  return isOne
    ? []
    : [{ ...at, message: 'Several revisions can be the best only if their texts are the same. Choose one of them.' }]
}

function units(content: Json) {
  const { prompt, methods, revisions } = contentOf(content)
  const made = methods.map(({ key }, index) => ({ key, kind: REVISION, parent: ITEM, text: revisions[index] ?? '' }))
  return [{ key: ITEM, kind: ITEM, text: prompt }, ...made]
}

/** The one stage: which of the revisions is the best? One person of the project's annotators for each item. */
export const preferStage: Stage = {
  key: PREFER,
  title: 'Choose the best revision',
  raters: 1,
  consolidation: 'votes',
  thirdRater: 'deadlock',
  approval: 'automatic',
  unitKinds: [
    { kind: ITEM, text: 'item' },
    { kind: REVISION, text: 'revision' },
  ],
  questions,
  measures,
  comparisons: [sameChoice],
  measuredContent: ['methods'],
  shuffles: REVISION,
  shows,
  tally,
  units,
  segmentedText: () => null,
  resegments: null,
  check,
  rollUp: () => ({}),
}
