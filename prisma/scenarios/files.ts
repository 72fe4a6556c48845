/** The files in which the items arrive, and so their order; what becomes of labels in them is chosen at import. */
import type { ImportOptions } from '@/lib/workspace/imports/contract'
import type { Scenario } from './scenario'
import { science } from './science'
import { worldKnowledge } from './world-knowledge'
import { writing } from './writing'

/** Mathematics: every error is one of reasoning, and there are no links. */
const mathematics: readonly Scenario[] = [
  {
    key: 'math-cyclist',
    domain: 'math',
    source: 'classroom',
    prompt: 'A cyclist rides 30 km at 15 km/h and returns the same way at 10 km/h. What is the average speed?',
    segments: [
      'The way out takes 30 / 15 = 2 hours and the way back takes 30 / 10 = 3 hours.',
      'In total the cyclist rides 60 km in 5 hours.',
      {
        text: 'The average speed is the mean of the two speeds, (15 + 10) / 2 = 12.5 km/h.',
        reason: 'Average speed is distance over time: 60 km / 5 h = 12 km/h. The mean ignores the longer way back.',
        otherwise: 'The mean of two speeds only works for equal times; it should be 60 / 5 = 12 km/h.',
      },
    ],
    work: { ana: {}, ben: {} },
    settling: { by: 'rui' },
  },
  {
    key: 'math-dice',
    domain: 'math',
    source: 'classroom',
    prompt: 'Two fair dice are thrown. How likely is a sum of 8?',
    segments: [
      'Two dice have 36 equally likely outcomes.',
      'A sum of 8 comes from (2, 6), (3, 5), (4, 4), (5, 3) and (6, 2), so from 5 of them.',
      'The probability is 5/36, or about 0.139.',
    ],
    work: { ben: {}, chioma: {} },
    settling: { by: 'rui' },
  },
  {
    key: 'math-percent',
    domain: 'math',
    source: 'forum',
    prompt: 'A price rises by 20% and then falls by 20%. Is it back where it began?',
    segments: [
      {
        text: 'Yes, it is, because the two changes cancel each other out.',
        reason: 'They do not cancel: the fall is 20% of a larger price.',
        otherwise: 'The two percentages refer to different amounts, so the price ends at 96% of where it began.',
      },
      'Take a price of 100, for example: after the rise it is 120.',
      {
        text: 'Taking off 20% then gives 100.',
        reason: '20% of 120 is 24, so what is left is 96.',
        otherwise: '120 − 24 = 96, not 100.',
      },
      {
        text: 'The customer therefore pays exactly as much as before.',
        reason: 'It builds on the wrong result; the customer pays 4% less.',
      },
    ],
    work: { ben: {}, chioma: { segments: { s4: true } } },
    settling: {
      by: 'sana',
      causes: { 's4.label': 'guideline_gap' },
      reasons: { 's4.label': 'It repeats the wrong result, which section 2 of the guidelines calls false.' },
    },
  },
  {
    key: 'math-derivative',
    domain: 'math',
    source: 'classroom',
    prompt: 'Differentiate f(x) = x² · sin x.',
    segments: [
      'By the product rule, (u · v)′ = u′ · v + u · v′.',
      'With u = x² we have u′ = 2x, and with v = sin x we have v′ = cos x.',
      'So f′(x) = 2x · sin x + x² · cos x.',
      {
        text: 'At x = 0 the slope is therefore 1.',
        reason: 'f′(0) = 2 · 0 · sin 0 + 0² · cos 0 = 0.',
      },
    ],
    work: { ana: {}, ben: { unfinished: 3 } },
    note: ['ana', 's4', 'Checked with a plot as well: the curve is flat at the origin.'],
  },
  {
    key: 'math-hexagon',
    domain: 'math',
    source: 'classroom',
    prompt: 'כמה אלכסונים יש במשושה משוכלל?',
    segments: [
      'מספר האלכסונים במצולע בעל n צלעות הוא n(n − 3) / 2.',
      'עבור משושה מקבלים 6 · 3 / 2 = 9.',
      {
        text: 'לכן במשושה משוכלל יש 9 אלכסונים, ו-6 מהם עוברים דרך המרכז.',
        reason: 'Nine is right, but only the 3 diagonals between opposite corners pass through the centre.',
      },
    ],
    skipped: ['chioma', 'I do not read Hebrew well enough to judge this.'],
  },
  {
    key: 'math-roots',
    domain: 'math',
    source: 'forum',
    prompt: 'Solve x² − 5x + 6 = 0.',
    segments: [
      'The left side factors into (x − 2)(x − 3).',
      'A product is zero only if one of its factors is, so x = 2 or x = 3.',
      'Both are right: 4 − 10 + 6 = 0 and 9 − 15 + 6 = 0.',
      {
        text: "By Vieta's formulas the sum of the roots is −5.",
        reason: 'The sum is 2 + 3 = 5, the negative of the coefficient −5.',
      },
    ],
    machine: {
      s3: { reason: 'The check of the second root should read 9 − 15 + 6 = 1.' },
      s4: true,
    },
  },
  {
    key: 'math-product',
    domain: 'math',
    source: 'classroom',
    prompt: 'What is 17 × 24? Show your steps.',
    joint: '\n',
    segments: [
      'Here is one way to do it.',
      '1. Split 24 into 20 and 4.',
      '2. Then 17 × 20 = 340 and 17 × 4 = 68.',
      { text: '3. Add the two: 340 + 68 = 418.', reason: '340 + 68 = 408.' },
    ],
    recut: [
      'Here is one way to do it.\n',
      '1. Split 24 into 20 and 4.\n',
      '2. Then 17 × 20 = 340 and 17 × 4 = 68.\n',
      '3. Add the two: 340 + 68 = 418.',
    ],
  },
]

/** Reasoning: small arguments; every error is one of reasoning, and there are no links. */
const reasoning: readonly Scenario[] = [
  {
    key: 'reasoning-heights',
    domain: 'reasoning',
    source: 'classroom',
    prompt:
      'Kofi is taller than Lena. Lena is taller than Mio. Noor is shorter than Mio. Who is the tallest and who the shortest?',
    segments: [
      'Kofi is taller than Lena and Lena is taller than Mio, so Kofi is taller than Mio.',
      'Noor is shorter than Mio, and so shorter than the other two as well.',
      'From the tallest to the shortest they are Kofi, Lena, Mio and Noor.',
    ],
    work: { ana: {}, ben: {} },
    settling: { by: 'rui' },
  },
  {
    key: 'reasoning-days',
    domain: 'reasoning',
    source: 'quiz night',
    prompt: 'The day before yesterday was Thursday. Which day is the day after tomorrow?',
    segments: [
      'If the day before yesterday was Thursday, yesterday was Friday and today is Saturday.',
      'Tomorrow is then Sunday.',
      {
        text: 'The day after tomorrow is therefore Tuesday.',
        reason: 'The day after Sunday is Monday.',
      },
    ],
    work: { chioma: {} },
  },
  {
    key: 'reasoning-class',
    domain: 'reasoning',
    source: 'classroom',
    prompt: 'In a class of 30, 18 pupils play football, 15 play chess, and 8 play both. How many play neither?',
    segments: [
      'The pupils who play at least one of the two number 18 + 15 − 8 = 25.',
      'That leaves 30 − 25 = 5 who play neither.',
      'Football only is played by 18 − 8 = 10, and chess only by 15 − 8 = 7.',
      {
        text: 'More pupils therefore play only chess than only football.',
        reason: 'It is the other way round: 7 play only chess and 10 only football.',
        otherwise: 'Contradicts the sentence before it, since 7 is less than 10.',
      },
    ],
    work: { ana: {}, ben: {} },
    settling: { by: 'rui', waits: true },
  },
  {
    key: 'reasoning-sheep',
    domain: 'reasoning',
    source: 'quiz night',
    prompt: 'A farmer has 17 sheep. All but nine run away. How many are left?',
    segments: [
      '“All but nine” means that nine sheep do not run away.',
      'The other eight are gone.',
      'So the farmer has nine sheep left.',
    ],
    work: {
      ana: { remove: { reason: 'riddle', note: 'The whole difficulty is a trick of wording.' } },
      ben: {},
    },
  },
  {
    key: 'reasoning-baker',
    domain: 'reasoning',
    source: 'classroom',
    prompt: 'Every baker in the village gets up before five. Ines gets up before five. Is Ines a baker?',
    segments: [
      'The first sentence tells us something about every baker in the village.',
      {
        text: 'Ines gets up before five, so she meets the condition for being a baker.',
        reason: 'Getting up early is what bakers do, not what makes one a baker; others may do it too.',
      },
      {
        text: 'It follows that Ines is a baker.',
        reason: 'It does not follow: the rule says nothing about people who are not bakers.',
        otherwise: 'This affirms the consequent. Ines may be a baker or may not.',
      },
    ],
    work: { ana: { segments: { s2: true } }, ben: {} },
    discussion: {
      unit: 's2',
      question: 'label',
      remarks: [
        [
          'ana',
          'I took it to repeat the second sentence of the prompt, which is given. The error comes one step later.',
        ],
        ['ben', '“Meets the condition” is already the mistake: the prompt gives no condition for being a baker.'],
      ],
      proposal: false,
      comment:
        'The clause after the comma is not in the prompt, so I would call the segment false. Can you both live with it?',
      replies: [
        ['ben', 'accept', ''],
        ['ana', 'object', 'Then the same error is counted twice, in this segment and in the next one.'],
      ],
    },
  },
  {
    key: 'reasoning-ice-cream',
    domain: 'reasoning',
    source: 'newsroom',
    prompt:
      'On days on which a town sells more ice cream, more people get into trouble swimming. Is ice cream to blame?',
    segments: [
      'Both go up on hot days, so the weather can explain the link.',
      'A correlation alone does not show that one of two things causes the other.',
      {
        text: 'Since the two always rise together, a ban on ice cream would make swimming safer.',
        reason: 'It contradicts what was just said: without a causal link a ban would change nothing.',
      },
      'To find out more, one could compare days of the same temperature.',
    ],
    work: { chioma: { unfinished: 2 } },
    note: ['chioma', 's2', 'Fine as it stands; come back to the next one after lunch.'],
  },
]

export interface ScenarioFile {
  name: string
  /** `plain`: prompt and response only; `labelled`: with what a machine or somebody else says. */
  records: 'segmented' | 'labelled' | 'plain'
  options: Pick<ImportOptions, 'labels' | 'open'> & Partial<Pick<ImportOptions, 'records'>>
  scenarios: readonly Scenario[]
}

const byKey = new Map(
  [...worldKnowledge, ...science, ...mathematics, ...reasoning, ...writing].map((each) => [each.key, each]),
)

function pick(...keys: string[]): Scenario[] {
  return keys.map((key) => {
    const scenario = byKey.get(key)
    if (!scenario) throw new Error(`there is no scenario ${key}`)
    return scenario
  })
}

/** With nine tenths of the items rated twice, every tenth from the first on has one annotator. */
export const COVERAGE = 90
/** The pair that labels the same items to get used to the guidelines. */
export const PILOT = { batch: 'Pilot', people: ['ana', 'ben'], from: 2, to: 5 } as const
/** Handed out, not begun. */
export const SECOND_BATCH = { batch: 'Week 2', people: ['ana', 'chioma'], from: 34, to: 35 } as const

export const files: readonly ScenarioFile[] = [
  {
    name: 'everyday-questions.jsonl',
    records: 'segmented',
    options: { labels: 'ignore', open: true },
    scenarios: [
      ...pick('wk-la-paz', 'wk-rosetta', 'science-leaves', 'math-cyclist', 'writing-novels'),
      ...pick('wk-polar-bears', 'science-light', 'math-dice', 'reasoning-heights', 'writing-chocolate'),
      ...pick('reasoning-days', 'wk-canberra', 'wk-red-chamber', 'science-cold', 'science-constants'),
      ...pick('writing-great-wave', 'math-percent', 'reasoning-class', 'wk-curie', 'science-blood'),
      ...pick('writing-lovelace', 'science-moon', 'wk-great-wall', 'reasoning-sheep', 'reasoning-baker'),
      ...pick('science-microwave', 'writing-goldfish', 'writing-tea', 'writing-kyoto', 'math-derivative'),
      ...pick('writing-toast', 'math-hexagon', 'reasoning-ice-cream', 'writing-ocean', 'writing-telephone'),
      ...pick('wk-danube'),
    ],
  },
  {
    name: 'model-labels.jsonl',
    records: 'labelled',
    options: { labels: 'suggestions', open: true },
    scenarios: pick('science-sorted', 'math-roots'),
  },
  {
    name: 'checked-last-year.jsonl',
    records: 'labelled',
    options: { labels: 'gold', open: true },
    scenarios: pick('science-boiling', 'wk-olympics'),
  },
  {
    name: 'fresh-answers.jsonl',
    records: 'plain',
    options: { labels: 'ignore', open: false },
    scenarios: pick('wk-everest', 'math-product'),
  },
]
