/** Votes: which of two lists of claims is better, and which of four revisions. */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { Answers } from '@/lib/protocols/protocol'
import type { Annotator } from '@/prisma/scenarios/scenario'
import type { PaperProject, PaperWork } from './project'
import { pairs } from './texts/preference'
import { revisions } from './texts/revisions'

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
