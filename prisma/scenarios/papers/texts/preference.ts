/** Texts with the claims that two extractors found in them; methods and models are invented. */

export interface Pair {
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

export const pairs: readonly Pair[] = [
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
