/** Beginnings with a true continuation and three that contradict it, written for the demo. */

export interface Example {
  id: string
  set: string
  prefix: string
  completion: string
  contradictions: readonly [string, string, string]
  /** What is wrong with a contradiction, by its place: not a contradiction, not fluent, contradicts itself. */
  faults?: Readonly<Record<number, 'factual' | 'clumsy' | 'inconsistent'>>
  /** The error type of each. */
  types: readonly [string, string, string]
}

export const examples: readonly Example[] = [
  {
    id: 'lighthouse',
    set: 'encyclopedia',
    prefix:
      'The lighthouse of Tarn Head stands on the western point of the island. It was built of granite after the wreck of three ships in one winter. ',
    completion: 'Its lamp was first lit in 1854 and could be seen from thirty kilometres away.',
    contradictions: [
      'Its lamp was first lit in 1921 and could be seen from thirty kilometres away.',
      'Its bell was first rung in 1854 and could be heard from thirty kilometres away.',
      'Its lamp was put out in 1854 and could not be seen from thirty kilometres away.',
    ],
    types: ['circumstance', 'entity', 'predicate'],
  },
  {
    id: 'orchestra',
    set: 'news',
    prefix:
      'The city orchestra has found a new conductor after a search of two years. Ms Okafor will begin in September. ',
    completion: 'She led the opera in Lindau until last year, and was chosen by the musicians themselves.',
    contradictions: [
      'She led the opera in Lindau until last year, and was chosen against the will of the musicians.',
      'He led the opera in Lindau until last year, and was chosen by the musicians himself.',
      'She led the opera in Lindau until last year, although she was chosen by the musicians themselves.',
    ],
    faults: { 1: 'clumsy', 2: 'factual' },
    types: ['predicate', 'coreference', 'link'],
  },
  {
    id: 'beetle',
    set: 'encyclopedia',
    prefix:
      'The bark beetle is small, but whole forests fear it. The females bore into the bark of spruces and lay their eggs there. ',
    completion: 'The larvae eat the layer under the bark, so that the tree dies of thirst within weeks.',
    contradictions: [
      'The larvae eat the needles of the tree, so that the tree dies of thirst within weeks.',
      'The larvae eat the layer under the bark, so that the tree dies of thirst after many years.',
      'The larvae protect the layer under the bark, so that the tree dies of thirst within weeks.',
    ],
    faults: { 2: 'inconsistent' },
    types: ['entity', 'circumstance', 'predicate'],
  },
  {
    id: 'question-tides',
    set: 'questions',
    prefix: 'Question: Why are there two high tides a day?\nAnswer: ',
    completion:
      'The moon pulls the water on its own side more than the earth, and the earth more than the water behind it, so there are two bulges.',
    contradictions: [
      'The sun alone pulls the water on its own side, so there are two bulges.',
      'The moon pulls the water on its own side more than the earth, and the earth more than the water behind it, so there is a single bulge.',
      'The moon pulls the water on its own side less than the earth, and the earth less than the water behind it, so there are two bulges.',
    ],
    types: ['entity', 'predicate', 'predicate'],
  },
  {
    id: 'letter',
    set: 'news',
    prefix:
      'A letter that was posted in 1969 has reached its address on Mill Street. It had fallen behind a wooden counter of the old post office. ',
    completion: 'Workers found it on Monday while they were taking the counter apart.',
    contradictions: [
      'Workers found it on Monday before they had begun to take the counter apart.',
      'Children found it on Monday while they were taking the counter apart.',
      'Workers lost it on Monday while they were taking the counter apart.',
    ],
    types: ['link', 'entity', 'predicate'],
  },
]

/** For the task of generation: a pair, the fact that the contradiction changes, and what two invented models went on to say. */
export interface Pair {
  id: string
  prefix: string
  completion: string
  contradiction: string
  fact: string
  continuations: readonly { model: string; group: 'right' | 'wrong'; texts: readonly string[] }[]
}

export const pairs: readonly Pair[] = [
  {
    id: 'lighthouse-lamp',
    prefix:
      'The lighthouse of Tarn Head stands on the western point of the island. It was built of granite after the wreck of three ships in one winter. ',
    completion: 'Its lamp was first lit in 1854 and could be seen from thirty kilometres away.',
    contradiction: 'Its lamp was first lit in 1921 and could be seen from thirty kilometres away.',
    fact: 'The lamp of the lighthouse was first lit in 1854.',
    continuations: [
      {
        model: 'model-a',
        group: 'right',
        texts: ['1854, and it has burned ever since.', '1854 by the keeper’s daughter.', 'the middle of a storm.'],
      },
      { model: 'model-b', group: 'wrong', texts: ['1921, after the war.', '1905 by the queen.', 'lit lit lit in in'] },
    ],
  },
  {
    id: 'larvae-food',
    prefix:
      'The bark beetle is small, but whole forests fear it. The females bore into the bark of spruces and lay their eggs there. ',
    completion: 'The larvae eat the layer under the bark, so that the tree dies of thirst within weeks.',
    contradiction: 'The larvae eat the needles of the tree, so that the tree dies of thirst within weeks.',
    fact: 'The larvae of the bark beetle eat the layer under the bark.',
    continuations: [
      {
        model: 'model-a',
        group: 'wrong',
        texts: ['layer under the bark.', 'needles until none are left.', 'young beetles of other kinds.'],
      },
      {
        model: 'model-b',
        group: 'right',
        texts: ['soft layer between bark and wood.', 'layer under the bark and grow fat.', 'time of foresters.'],
      },
    ],
  },
  {
    id: 'letter-finders',
    prefix:
      'A letter that was posted in 1969 has reached its address on Mill Street. It had fallen behind a wooden counter of the old post office. ',
    completion: 'Workers found it on Monday while they were taking the counter apart.',
    contradiction: 'Children found it on Monday while they were taking the counter apart.',
    fact: 'It was workers who found the letter.',
    continuations: [],
  },
  {
    id: 'tides-moon',
    prefix: 'Question: Why are there two high tides a day?\nAnswer: ',
    completion: 'The moon pulls the water on its own side more than the earth, so there are two bulges.',
    contradiction: 'The sun alone pulls the water on its own side, so there are two bulges.',
    fact: 'The moon pulls the water on its own side more than the earth.',
    continuations: [
      { model: 'model-a', group: 'right', texts: ['moon pulls at the sea.', 'earth turns under both of them.'] },
      { model: 'model-b', group: 'wrong', texts: ['sun heats the water at noon.', 'moon, and so does the sun.'] },
    ],
  },
]
