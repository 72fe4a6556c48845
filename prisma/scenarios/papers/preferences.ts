/** Votes: which of two lists of claims is better, and which of four revisions. */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { Answers } from '@/lib/protocols/protocol'
import type { Annotator } from '@/prisma/scenarios/scenario'
import type { PaperProject, PaperWork } from './project'

/** Texts with the claims that two extractors found in them; methods and models are invented. */

interface Pair {
  id: string
  domain: string
  qa: boolean
  question: string | null
  text: string
  extractor: string
  lists: readonly [{ method: string; claims: readonly string[] }, { method: string; claims: readonly string[] }]
}

const pair = (
  facts: Omit<Pair, 'lists' | 'qa'>,
  verifiable: readonly string[],
  everything: readonly string[],
): Pair => ({
  ...facts,
  qa: facts.question !== null,
  lists: [
    { method: 'verifiable-only', claims: verifiable },
    { method: 'everything', claims: everything },
  ],
})

const pairs: readonly Pair[] = [
  pair(
    {
      id: 'kite',
      domain: 'stories',
      question: null,
      text: 'My grandfather built kites all his life. In 1958 he won the national meeting on the beach of Harn with a kite of silk and bamboo that weighed less than a loaf of bread. I still think it was the most beautiful thing I have ever seen. The kite hangs in the town museum now.',
      extractor: 'model-a',
    },
    [
      'The narrator’s grandfather won the national kite meeting on the beach of Harn in 1958.',
      'The kite that won the meeting in 1958 was made of silk and bamboo.',
      'The kite hangs in the town museum.',
    ],
    [
      'My grandfather built kites all his life.',
      'He won the national meeting in 1958.',
      'The meeting was on the beach.',
      'The kite was the most beautiful thing the narrator has ever seen.',
      'The kite weighed less than a loaf of bread.',
    ],
  ),
  pair(
    {
      id: 'yeast',
      domain: 'questions',
      question: 'Why does bread rise?',
      text: 'Bread rises because yeast turns sugar into alcohol and carbon dioxide. The gas is caught in a net of gluten. At about 60 degrees the yeast dies, and the crumb sets. You should let the dough rest overnight: it tastes so much better.',
      extractor: 'model-b',
    },
    [
      'Yeast turns sugar into alcohol and carbon dioxide.',
      'In bread dough carbon dioxide is caught in a net of gluten.',
      'Yeast dies at about 60 degrees.',
    ],
    [
      'Bread rises.',
      'Yeast turns sugar into alcohol.',
      'Yeast turns sugar into carbon dioxide.',
      'The gas is caught.',
      'You should let the dough rest overnight.',
      'Dough that rests overnight tastes better.',
    ],
  ),
  pair(
    {
      id: 'comet',
      domain: 'encyclopedia',
      question: null,
      text: 'A comet is a body of ice and dust. Near the sun its ice turns to gas and forms a coma. The tail always points away from the sun. Halley’s comet returns about every 76 years and was last seen near the sun in 1986.',
      extractor: 'model-a',
    },
    [
      'A comet is a body of ice and dust.',
      'The tail of a comet points away from the sun.',
      'Halley’s comet returns about every 76 years.',
      'Halley’s comet was last near the sun in 1986.',
    ],
    [
      'A comet is a body of ice.',
      'A comet is a body of dust.',
      'Its ice turns to gas.',
      'The tail points away from the sun.',
      'Halley’s comet returns.',
      'It was last seen in 1986.',
    ],
  ),
  pair(
    {
      id: 'market',
      domain: 'questions',
      question: 'ما هو أقدم سوق في المدينة؟',
      text: 'أقدم سوق في المدينة هو سوق النحاسين. بُني في القرن الرابع عشر بالقرب من الميناء. وأظن أنه أجمل مكان لشرب القهوة.',
      extractor: 'model-b',
    },
    ['سوق النحاسين هو أقدم سوق في المدينة.', 'بُني سوق النحاسين في القرن الرابع عشر بالقرب من الميناء.'],
    ['هو أقدم سوق.', 'بُني في القرن الرابع عشر.', 'سوق النحاسين أجمل مكان لشرب القهوة.'],
  ),
  pair(
    {
      id: 'tram',
      domain: 'news',
      question: null,
      text: 'The council voted on Tuesday to reopen tram line 4, which was closed in 1971. Work is to begin in spring and to cost 38 million. “About time,” said a baker on the market square. The first trams are expected in two years.',
      extractor: 'model-a',
    },
    [
      'The council voted to reopen tram line 4.',
      'Tram line 4 was closed in 1971.',
      'Reopening tram line 4 is to cost 38 million.',
    ],
    [
      'The council voted on Tuesday.',
      'Tram line 4 was closed in 1971.',
      'Work is to begin in spring.',
      'A baker said that it was about time.',
      'The first trams are expected in two years.',
    ],
  ),
  pair(
    {
      id: 'lamp',
      domain: 'stories',
      question: null,
      text: 'The lamp had a will of its own. When Nadia asked it for light, it asked her for a song, and when she sang, the whole street woke up. Nobody ever complained, because the lamp had better taste than anyone in town.',
      extractor: 'model-b',
    },
    [],
    ['The lamp had a will of its own.', 'Nadia asked the lamp for light.', 'The whole street woke up.'],
  ),
]

/** Responses with errors, and four revisions of each by invented settings. */

interface Revised {
  id: string
  prompt: string
  response: string
  revisions: Readonly<Record<string, string>>
}

const SETTINGS = ['plain-small', 'plain-large', 'question-small', 'question-large'] as const

const revised = (
  id: string,
  prompt: string,
  response: string,
  texts: readonly [string, string, string, string],
): Revised => ({
  id,
  prompt,
  response,
  revisions: Object.fromEntries(SETTINGS.map((setting, index) => [setting, texts[index] ?? ''])),
})

const revisions: readonly Revised[] = [
  revised(
    'capital',
    'What is the capital of Australia, and why?',
    'The capital of Australia is Sydney. It was chosen in 1908 as a compromise between the two largest cities.',
    [
      'The capital of Australia is Canberra. It was chosen in 1908 as a compromise between the two largest cities.',
      'Canberra is the capital of Australia; its site was chosen in 1908 as a compromise between Sydney and Melbourne, the two largest cities.',
      'The capital is Canberra, not Sydney. Chosen 1908. Compromise.',
      'The capital of Australia is Melbourne. It was chosen in 1908 as a compromise between the two largest cities.',
    ],
  ),
  revised(
    'honey',
    'Does honey spoil?',
    'Honey never spoils, because bees add salt to it. Jars of it have been found in very old tombs.',
    [
      'Honey hardly ever spoils, because it holds little water and much acid. Jars of it have been found in very old tombs.',
      'Honey hardly ever spoils, because it holds little water and much acid. Jars of it have been found in very old tombs.',
      'Honey does not spoil easily; it is dry and acid.',
      'Honey never spoils, because bees add sugar to it, and tombs are cold.',
    ],
  ),
  revised(
    'marathon',
    'How long is a marathon?',
    'A marathon is 40 kilometres long. The length was fixed in 1921, after it had differed from race to race.',
    [
      'A marathon is 42.195 kilometres long. The length was fixed in 1921, after it had differed from race to race.',
      'A marathon is 42.195 kilometres (about 26 miles) long. The length was fixed in 1921, after it had differed from race to race.',
      'It is 42 kilometres. Before 1921 every race was as long as its road.',
      'A marathon is 41 kilometres long. The length was fixed in 1921.',
    ],
  ),
  revised(
    'spiders',
    'Are spiders insects?',
    'Spiders are insects with eight legs. All of them make silk, but not all build webs.',
    [
      'Spiders are arachnids with eight legs. All of them make silk, but not all build webs.',
      'Spiders are not insects but arachnids: they have eight legs. All of them make silk, but not all build webs.',
      'Spiders are arachnids.',
      'Spiders are insects with six legs. All of them make silk, but not all build webs.',
    ],
  ),
]

type Wanted = readonly [begins: string, hard: 'easy' | 'hard', why: string]

/** The side on which the list that begins like this was shown. */
const sideOf = ({ units }: Workbench, begins: string): 'left' | 'right' => {
  const lists = units.filter(({ kind }) => kind === 'list')
  return lists.findIndex(({ text }) => text.startsWith(begins)) === 1 ? 'right' : 'left'
}

const choose = (position: number, by: Partial<Record<Annotator, Wanted>>): PaperWork => ({
  position,
  stage: 'choose',
  by: Object.keys(by) as Annotator[],
  answers: (workbench, who): Answers => {
    const [begins = '', hard = 'easy', why = ''] = by[who] ?? []
    return { item: { better: sideOf(workbench, begins), hard, justification: why } }
  },
})

export const listPreference: PaperProject = {
  name: 'Which list of claims is better?',
  description:
    'Six texts, each with the claims that two methods found in them. Votes: nobody is right, all are counted.',
  protocolId: 'veriscore-preference',
  file: 'two-lists.jsonl',
  records: pairs.map(({ id, domain, question, text, extractor, lists }) => ({
    id,
    domain,
    question,
    text,
    extractor,
    lists: lists.map(({ method, claims }) => ({ method, claims: [...claims] })),
  })),
  work: [
    choose(1, {
      ana: ['The narrator', 'easy', 'The other list has opinions, and says “he” without a name.'],
      ben: ['The narrator', 'easy', 'Each of its claims can be looked up.'],
      chioma: ['The narrator', 'hard', 'It misses the weight of the kite, but has no opinions.'],
    }),
    choose(2, {
      ana: ['Yeast turns', 'easy', 'No advice among its claims.'],
      ben: ['Bread rises', 'hard', 'It has more of the text, though some of it is advice.'],
      chioma: ['Yeast turns', 'easy', 'Advice cannot be verified.'],
    }),
    choose(3, {
      ana: ['A comet is a body of ice and dust', 'hard', 'Its claims stand by themselves.'],
      ben: ['A comet is a body of ice and dust', 'hard', 'The other one splits ice from dust for nothing.'],
      chioma: ['A comet is a body of ice.', 'hard', 'Smaller claims are easier to check.'],
    }),
    choose(4, {
      ana: ['سوق النحاسين هو أقدم', 'easy', 'The other list has an opinion.'],
      ben: ['سوق النحاسين هو أقدم', 'easy', 'Says which market is meant.'],
    }),
  ],
}

const prefer = (position: number, who: Annotator, begins: readonly string[], reason: string): PaperWork => ({
  position,
  stage: 'prefer',
  by: [who],
  answers: ({ units }): Answers => ({
    item: {
      best: units
        .filter(({ kind, text }) => kind === 'revision' && begins.some((each) => text.startsWith(each)))
        .map(({ key }) => key),
      reason,
    },
  }),
})

export const revisionPreference: PaperProject = {
  name: 'Which revision is best?',
  description: 'Four responses with errors and four revisions of each, shuffled. One person chooses for each response.',
  protocolId: 'factcheck-bench-revision',
  file: 'four-revisions.jsonl',
  records: revisions.map(({ id, prompt, response, revisions: texts }) => ({
    id,
    prompt,
    response,
    revisions: { ...texts },
  })),
  work: [
    prefer(1, 'ana', ['Canberra is'], 'No error, and it names the two cities.'),
    prefer(2, 'ben', ['Honey hardly ever'], 'These two are the same, and right.'),
    prefer(3, 'chioma', ['A marathon is 42.195 kilometres long'], 'Right, and closest to the original.'),
  ],
}
