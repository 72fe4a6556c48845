import type { Scenario } from './scenario'

/** Reasoning: small arguments; every error is one of reasoning, and there are no links. */
export const reasoning: readonly Scenario[] = [
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
