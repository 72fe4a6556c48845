import type { Scenario } from './scenario'

/** Mathematics: every error is one of reasoning, and there are no links. */
export const mathematics: readonly Scenario[] = [
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
